import { sun, waves } from '../landscape.ts';
import { lettering } from '../lettering.ts';
import { boat, whale } from '../sea-animals.ts';
import { at, cut, flower, paper, picture } from '../svg.ts';
import { coverSize } from './cover-frame.ts';

/** "Stories of the Sea", the draft: a whale, a boat and a moonlit night. */
export function seaCover(): string {
  const star = (x: number, y: number, size: number) => cut(paper.sun, flower(x, y, size, 5), 0);
  return picture(
    { ...coverSize, background: '#2B3A86' },
    star(80, 320, 6) + star(180, 60, 5) + star(540, 300, 6) + star(330, 40, 4) + star(60, 110, 5) + star(400, 330, 4),
    at({ x: 530, y: 74, scale: 0.5 }, sun()),
    lettering({ text: 'Stories', x: 252, y: 170, size: 112, fill: paper.white }),
    lettering({ text: 'of the Sea', x: 300, y: 276, size: 104, fill: paper.ice }),
    waves({ y: 470, fill: '#4C86C6', width: coverSize.width, length: 100 }),
    at({ x: 150, y: 470, scale: 0.72 }, boat()),
    waves({ y: 530, fill: paper.water, width: coverSize.width, length: 120 }),
    at({ x: 330, y: 600, scale: 0.8 }, whale()),
    waves({ y: 680, fill: '#1F6EA6', width: coverSize.width, length: 110 }),
    waves({ y: 740, fill: '#17568A', width: coverSize.width, length: 90 }),
  );
}
