import { riceBall } from '../foods.ts';
import { ant, dog, pencil, sea } from '../hiragana-things.ts';
import { lettering } from '../lettering.ts';
import { textbookPage } from '../page-frame.ts';
import { spotsOf } from '../spots.ts';
import { at, box, cut, paper } from '../svg.ts';

const vowels = [
  { name: 'あ', sound: 'a', word: 'あり', draw: ant, colour: paper.persimmon, sheet: '#FFE7DE' },
  { name: 'い', sound: 'i', word: 'いぬ', draw: dog, colour: '#C77F00', sheet: '#FFF0BF' },
  { name: 'う', sound: 'u', word: 'うみ', draw: sea, colour: paper.water, sheet: '#E4F3FD' },
  { name: 'え', sound: 'e', word: 'えんぴつ', draw: pencil, colour: paper.leaf, sheet: '#E0F4E8' },
  { name: 'お', sound: 'o', word: 'おにぎり', draw: riceBall, colour: paper.grape, sheet: '#ECE6FB' },
] as const;

const rows = vowels.map((vowel, index) => ({ ...vowel, area: [60, 232 + index * 278, 1120, 256] as const }));

export const vowelSpots = spotsOf(rows);

/** Page 2: the five vowels, each with a thing that begins with it. */
export function vowelRows(): string {
  return textbookPage(
    { number: 2, unit: 1, title: 'あいうえお', colour: paper.leaf, background: '#FFF9EC' },
    ...rows.map(({ name, word, draw, colour, sheet, area: [x, y, width, height] }) =>
      at(
        { x, y },
        cut(sheet, box(0, 0, width, height, 52), 9),
        cut(paper.white, box(26, 24, 232, 208, 40), 5),
        lettering({ text: name, x: 142, y: 198, size: 196, fill: colour }),
        at({ x: 470, y: 128 }, draw()),
        lettering({ text: word.slice(0, 1), x: 680, y: 164, size: 100, fill: colour, anchor: 'start' }),
        lettering({ text: word.slice(1), x: 780, y: 164, size: 100, anchor: 'start' }),
      ),
    ),
  );
}
