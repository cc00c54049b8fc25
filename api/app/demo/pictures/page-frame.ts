import { lettering, widthOf } from './lettering.ts';
import { box, cut, paper, picture, round } from './svg.ts';

/** The size of a scanned textbook page: A4 at 150 dots per inch. */
export const pageSize = { width: 1240, height: 1754 } as const;

interface PageFrame {
  /** Printed in the outer corner, left on even pages. */
  number: number;
  unit: number;
  title: string;
  colour: string;
  background: string;
}

/** A textbook page: the unit's number and title above, the page number below, the scene between (from y = 230 down). */
export function textbookPage({ number, unit, title, colour, background }: PageFrame, ...scene: string[]): string {
  const cornerX = number % 2 === 0 ? 92 : pageSize.width - 92;
  return picture(
    { ...pageSize, background },
    ...scene,
    cut(colour, box(-60, 60, 60 + 256 + widthOf(title, 68), 128, 64), 8),
    cut(paper.white, round(120, 124, 46), 4),
    lettering({ text: String(unit), x: 120, y: 147, size: 66, fill: colour }),
    lettering({ text: title, x: 196, y: 148, size: 68, fill: paper.white, anchor: 'start' }),
    cut(paper.white, round(cornerX, pageSize.height - 84, 46), 5),
    lettering({ text: String(number), x: cornerX, y: pageSize.height - 67, size: 46 }),
  );
}
