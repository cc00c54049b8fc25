import type { FontTables } from './woff.ts';

interface Point {
  x: number;
  y: number;
  /** On the outline; otherwise the control point of a curve. */
  on: boolean;
}

type Contour = readonly Point[];

/** The closed outlines of a glyph in font units, y upwards. */
export function contoursOf(font: FontTables, glyph: number): Contour[] {
  const [start, end] = [font.offsets[glyph] ?? 0, font.offsets[glyph + 1] ?? 0];
  if (end <= start) return [];
  const data = font.glyphs.subarray(start, end);
  const count = data.readInt16BE(0);
  return count >= 0 ? readContours(data, count) : readParts(font, data);
}

function readContours(data: Buffer, count: number): Contour[] {
  const ends = Array.from({ length: count }, (_, index) => data.readUInt16BE(10 + index * 2));
  const total = (ends.at(-1) ?? -1) + 1;
  let place = 10 + count * 2;
  place += 2 + data.readUInt16BE(place);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = data.readUInt8(place++);
    const times = flag & 8 ? data.readUInt8(place++) + 1 : 1;
    for (let time = 0; time < times; time += 1) flags.push(flag);
  }
  const axis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? data.readUInt8(place++) : -data.readUInt8(place++);
      else if (!(flag & same)) {
        value += data.readInt16BE(place);
        place += 2;
      }
      return value;
    });
  };
  const xs = axis(2, 16);
  const ys = axis(4, 32);
  const points = flags.map((flag, index): Point => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, on: (flag & 1) === 1 }));
  return ends.map((last, index) => points.slice((ends[index - 1] ?? -1) + 1, last + 1));
}

// A composite glyph, such as a letter with its accent. Flag bits: 1 wide offsets, 8 scale, 32 more parts, 64 two
// scales, 128 matrix.
function readParts(font: FontTables, data: Buffer): Contour[] {
  const contours: Contour[] = [];
  let place = 10;
  let flags = 32;
  while (flags & 32) {
    flags = data.readUInt16BE(place);
    const glyph = data.readUInt16BE(place + 2);
    const wide = (flags & 1) !== 0;
    const dx = wide ? data.readInt16BE(place + 4) : data.readInt8(place + 4);
    const dy = wide ? data.readInt16BE(place + 6) : data.readInt8(place + 5);
    place += wide ? 8 : 6;
    if (flags & (8 | 64 | 128)) throw new Error('The font scales the parts of a glyph, which is not read here');
    contours.push(
      ...contoursOf(font, glyph).map((contour) => contour.map(({ x, y, on }) => ({ x: x + dx, y: y + dy, on }))),
    );
  }
  return contours;
}

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, on: true });

/** A contour as path text; `place` turns font units into the picture's. */
export function contourPath(contour: Contour, place: (point: Point) => string): string {
  const [first, last] = [contour[0], contour.at(-1)];
  if (!first || !last) return '';
  const start = first.on ? first : last.on ? last : between(first, last);
  const steps = contour.map((point, index) => {
    const next = contour[index + 1] ?? first;
    if (point.on) return point === start ? '' : `L${place(point)}`;
    return `Q${place(point)} ${place(next.on ? next : between(point, next))}`;
  });
  return `M${place(start)}${steps.join('')}Z`;
}
