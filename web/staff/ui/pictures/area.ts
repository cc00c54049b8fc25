/** A rectangle on a picture, in percent of its width and height. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The sides that a pointer or key moves: -1 is left or top, 1 right or bottom, 0 neither. */
export interface Grip {
  readonly across: -1 | 0 | 1;
  readonly down: -1 | 0 | 1;
}

export const wholeArea: Area = { x: 0, y: 0, width: 100, height: 100 };

export const isWhole = ({ x, y, width, height }: Area): boolean => x <= 0 && y <= 0 && width >= 100 && height >= 100;

const within = (value: number, from: number, to: number) => Math.min(Math.max(value, from), Math.max(from, to));
const rounded = (value: number) => Math.round(value * 10) / 10;

/** Clamps an area to the picture and rounds to a tenth of a percent. */
export function settled({ x, y, width, height }: Area): Area {
  const left = rounded(within(x, 0, 100));
  const top = rounded(within(y, 0, 100));
  return {
    x: left,
    y: top,
    width: rounded(within(width, 0, 100 - left)),
    height: rounded(within(height, 0, 100 - top)),
  };
}

/** Moves an area, at most to the picture's edges. */
export function moved(area: Area, by: Point): Area {
  return settled({
    ...area,
    x: within(area.x + by.x, 0, 100 - area.width),
    y: within(area.y + by.y, 0, 100 - area.height),
  });
}

interface Resizing {
  readonly grip: Grip;
  readonly by: Point;
  /** The smallest width and height, in percent. */
  readonly minimum: number;
}

/** Resizes an area: the sides of the grip move, the other sides stay. */
export function resized(area: Area, { grip, by, minimum }: Resizing): Area {
  const [x, width] = side({ from: area.x, length: area.width, held: grip.across, by: by.x, minimum });
  const [y, height] = side({ from: area.y, length: area.height, held: grip.down, by: by.y, minimum });
  return settled({ x, y, width, height });
}

interface Side {
  readonly from: number;
  readonly length: number;
  readonly held: -1 | 0 | 1;
  readonly by: number;
  readonly minimum: number;
}

function side({ from, length, held, by, minimum }: Side): readonly [from: number, length: number] {
  if (held === 0) return [from, length];
  if (held === 1) return [from, within(length + by, minimum, 100 - from)];
  const start = within(from + by, 0, from + length - minimum);
  return [start, from + length - start];
}

/** The area between the two points of a drag. */
export function drawn(from: Point, to: Point): Area {
  const x = within(Math.min(from.x, to.x), 0, 100);
  const y = within(Math.min(from.y, to.y), 0, 100);
  return settled({
    x,
    y,
    width: within(Math.max(from.x, to.x), 0, 100) - x,
    height: within(Math.max(from.y, to.y), 0, 100) - y,
  });
}

/** The same part of the picture after a quarter turn to the right. */
export const turnedRight = ({ x, y, width, height }: Area): Area =>
  settled({ x: 100 - y - height, y: x, width: height, height: width });

/** The same part of the picture after a quarter turn to the left. */
export const turnedLeft = ({ x, y, width, height }: Area): Area =>
  settled({ x: y, y: 100 - x - width, width: height, height: width });

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Applies a key: arrows move the area by one percent; with Shift, arrows move its right and lower sides. */
export function byKey(area: Area, key: { readonly key: string; readonly shiftKey: boolean }, minimum: number) {
  const by = steps[key.key];
  if (by === undefined) return undefined;
  return key.shiftKey ? resized(area, { grip: { across: 1, down: 1 }, by, minimum }) : moved(area, by);
}
