/** A small repeatable random source, so that a drawing comes out the same on every machine. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

type Point = readonly [x: number, y: number];

/** Reads points written as `x,y x,y`, moved by an offset. */
export function points(text: string, left = 0, top = 0): Point[] {
  return text.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [x + left, y + top];
  });
}

interface Crayon {
  colour: string;
  width?: number;
  random: () => number;
}

// A curve through the midpoints between the points, as a child's hand rounds straight lines.
function curve(line: readonly Point[]): string {
  const [first, ...rest] = line;
  if (!first) return '';
  const steps = rest.map(([x, y], index) => {
    const next = rest[index + 1];
    return next
      ? `Q${x.toFixed(1)} ${y.toFixed(1)} ${((x + next[0]) / 2).toFixed(1)} ${((y + next[1]) / 2).toFixed(1)}`
      : `L${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${first[0].toFixed(1)} ${first[1].toFixed(1)}${steps.join('')}`;
}

/** A wax-crayon line: three strokes that do not quite meet. */
export function crayonLine(line: readonly Point[], { colour, width = 12, random }: Crayon): string {
  return [0.9, 0.55, 0.45]
    .map((opacity, pass) => {
      const shaken = line.map(([x, y]): Point => [x + (random() - 0.5) * 9, y + (random() - 0.5) * 9]);
      return `<path fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width - pass * 3}" stroke-linecap="round" stroke-linejoin="round" d="${curve(shaken)}"/>`;
    })
    .join('');
}

/** A wobbly circle. */
export function crayonRing(cx: number, cy: number, rx: number, ry: number, crayon: Crayon): string {
  const line = Array.from({ length: 22 }, (_, index): Point => {
    const angle = -1.2 + (index / 20) * Math.PI * 2;
    return [cx + Math.cos(angle) * rx, cy + Math.sin(angle) * ry];
  });
  return crayonLine(line, crayon);
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The left and right limit of the scribble at a height; without it, the whole width. */
  edges?: (y: number) => Point;
}

/** Fills an area by scribbling to and fro. */
export function scribble({ left, top, right, bottom, edges }: Area, crayon: Crayon): string {
  const step = (crayon.width ?? 12) * 1.05;
  const line: Point[] = [];
  for (let y = top, row = 0; y <= bottom; y += step, row += 1) {
    const [from, to] = edges ? edges(y) : [left, right];
    const overshoot = (crayon.random() - 0.3) * 14;
    line.push(row % 2 ? [to + overshoot, y] : [from - overshoot, y]);
    line.push(row % 2 ? [from - overshoot, y + step * 0.5] : [to + overshoot, y + step * 0.5]);
  }
  return crayonLine(line, crayon);
}

/** The left and right edge of an ellipse at a height, for `scribble`. */
export function ellipseEdges(cx: number, cy: number, rx: number, ry: number): (y: number) => Point {
  return (y) => {
    const half = rx * Math.sqrt(Math.max(0, 1 - ((y - cy) / ry) ** 2));
    return [cx - half, cx + half];
  };
}
