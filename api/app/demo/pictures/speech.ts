import { lettering, widthOf } from './lettering.ts';
import { box, cut, paper } from './svg.ts';

interface Speech {
  /** The x of the bubble's centre. */
  x: number;
  y: number;
  text: string;
  size?: number;
  /** The lower corner that points at the speaker. */
  tail: 'left' | 'right';
  fill?: string;
}

/** Words in a paper speech bubble; `\n` starts a new line. */
export function speech({ x, y, text, size = 64, tail, fill = paper.white }: Speech): string {
  const lines = text.split('\n');
  const lineHeight = size * 1.25;
  const width = Math.max(...lines.map((line) => widthOf(line, size))) + size * 1.5;
  const height = lines.length * lineHeight + size * 0.75;
  const side = tail === 'left' ? -1 : 1;
  const foot = y + height / 2;
  const first = y - ((lines.length - 1) * lineHeight) / 2 + size * 0.34;
  return (
    cut(
      fill,
      `M${x + side * width * 0.18} ${foot - 30}L${x + side * width * 0.34} ${foot + 48} ${x + side * width * 0.36} ${foot - 30}Z`,
      8,
    ) +
    cut(fill, box(x - width / 2, y - height / 2, width, height, 56), 8) +
    // Once more without its shadow, so that the bubble's shadow does not fall on the tail.
    cut(
      fill,
      `M${x + side * width * 0.2} ${foot - 30}L${x + side * width * 0.33} ${foot + 40} ${x + side * width * 0.35} ${foot - 30}Z`,
      0,
    ) +
    lines.map((line, index) => lettering({ text: line, x, y: first + index * lineHeight, size })).join('')
  );
}
