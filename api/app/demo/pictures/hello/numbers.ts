import { apple, fish, strawberry } from '../foods.ts';
import { blossom, cloud, daisy, fir, sun } from '../landscape.ts';
import { lettering } from '../lettering.ts';
import { textbookPage } from '../page-frame.ts';
import { at, box, cut, paper, round, star, strip } from '../svg.ts';

const balloon = () =>
  strip(paper.ink, 4, 'M0 40Q8 58-4 78') + cut(paper.persimmon, `${round(0, -8, 44, 52)}M-9 52H9L0 38Z`, 4);
const paperStar = () => cut(paper.sun, star(0, 0, 60), 4);

const counts = [
  { word: 'one', thing: () => at({ x: 0, y: 0, scale: 1.15 }, sun(true)), colour: paper.persimmon },
  { word: 'two', thing: () => at({ x: 0, y: 0, scale: 0.72 }, cloud()), colour: paper.water },
  { word: 'three', thing: () => at({ x: 0, y: 70, scale: 1.15 }, daisy(paper.sakura)), colour: paper.leaf },
  { word: 'four', thing: () => at({ x: 0, y: 0, scale: 0.52 }, fish()), colour: paper.grape },
  { word: 'five', thing: () => at({ x: 0, y: 60, scale: 0.42 }, fir()), colour: '#E0709A' },
  { word: 'six', thing: () => at({ x: 0, y: 0, scale: 0.48 }, apple()), colour: paper.persimmon },
  { word: 'seven', thing: () => at({ x: 0, y: 0, scale: 0.66 }, paperStar()), colour: paper.water },
  { word: 'eight', thing: () => at({ x: 0, y: 0, scale: 0.36 }, strawberry()), colour: paper.leaf },
  { word: 'nine', thing: () => at({ x: 0, y: 0, scale: 1.7 }, blossom(paper.grape)), colour: paper.grape },
  { word: 'ten', thing: () => at({ x: 0, y: 0, scale: 0.7 }, balloon()), colour: '#E0709A' },
];

const rowsOf = (count: number) => (count <= 3 ? [count] : [Math.ceil(count / 2), Math.floor(count / 2)]);

function things(count: number, thing: () => string): string {
  const rows = rowsOf(count);
  return rows
    .flatMap((inRow, row) => {
      const y = rows.length === 1 ? 132 : 82 + row * 104;
      const step = inRow > 3 ? 76 : inRow === 3 ? 112 : 160;
      return Array.from({ length: inRow }, (_, index) => at({ x: 356 + (index - (inRow - 1) / 2) * step, y }, thing()));
    })
    .join('');
}

/** Page 13: one to ten with things to count. */
export function oneToTen(): string {
  return textbookPage(
    { number: 13, unit: 3, title: 'One to ten', colour: paper.water, background: '#FFF6DC' },
    ...counts.map(({ word, thing, colour }, index) =>
      at(
        { x: 40 + (index % 2) * 590, y: 226 + Math.floor(index / 2) * 276 },
        cut(index === 1 ? paper.sky : paper.white, box(0, 0, 570, 256, 44), 8),
        cut(colour, box(0, 0, 164, 256, 44), 0),
        lettering({ text: String(index + 1), x: 82, y: 158, size: index === 9 ? 118 : 138, fill: paper.white }),
        lettering({ text: word, x: 82, y: 226, size: 50, fill: paper.white }),
        things(index + 1, thing),
      ),
    ),
  );
}
