import { apple, banana, bread, cake, egg, fish, milk, riceBall, strawberry } from '../foods.ts';
import { lettering } from '../lettering.ts';
import { textbookPage } from '../page-frame.ts';
import { at, cut, flower, paper, round } from '../svg.ts';

const foods = [
  ['りんご', apple, '#FFE3DA'],
  ['バナナ', banana, '#FFF1C4'],
  ['いちご', strawberry, '#FDE3EC'],
  ['パン', bread, '#FBEBD2'],
  ['ぎゅうにゅう', milk, '#DFF1FF'],
  ['たまご', egg, '#E3F0FA'],
  ['さかな', fish, '#DDF3EA'],
  ['おにぎり', riceBall, '#E2F2DC'],
  ['ケーキ', cake, '#ECE6FB'],
] as const;

/** Page 6: nine things to eat and drink, on paper plates. */
export function foodPlates(): string {
  return textbookPage(
    { number: 6, unit: 2, title: 'たべもの', colour: '#D64B7F', background: '#FFFBF2' },
    ...foods.map(([word, draw, plate], index) =>
      at(
        { x: 230 + (index % 3) * 390, y: 404 + Math.floor(index / 3) * 462 },
        cut(plate, flower(0, 0, 164, 14), 9),
        cut(paper.white, round(0, 0, 150), 0),
        cut(plate, round(0, 0, 136), 0),
        at({ x: 0, y: 0, scale: 0.88 }, draw()),
        lettering({ text: word, x: 0, y: 256, size: word.length > 4 ? 54 : 66 }),
      ),
    ),
  );
}
