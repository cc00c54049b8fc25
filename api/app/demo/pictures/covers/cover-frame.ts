import { lettering } from '../lettering.ts';
import { cut, flower, paper } from '../svg.ts';

export const coverSize = { width: 600, height: 800 } as const;

/** The number of the volume in a flower, around a place. */
export const volume = (text: string, fill: string, x: number, y: number) =>
  cut(fill, flower(x, y, 52, 10), 6) + lettering({ text, x, y: y + 30, size: 84, fill: paper.white });
