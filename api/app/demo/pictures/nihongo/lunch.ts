import { child, hana, sota } from '../children.ts';
import { critter, critters } from '../critters.ts';
import { curry, milk, misoSoup, riceBall, strawberry } from '../foods.ts';
import { cloud, hills, tree } from '../landscape.ts';
import { lettering } from '../lettering.ts';
import { textbookPage } from '../page-frame.ts';
import { speech } from '../speech.ts';
import { at, box, cut, paper, strip } from '../svg.ts';

const labelled = (word: string, x: number, y: number, drawing: string) =>
  at({ x, y }, drawing) +
  cut(paper.white, box(x - 40 - word.length * 28, y + 128, 80 + word.length * 56, 84, 42), 5) +
  lettering({ text: word, x, y: y + 190, size: 56 });

/** Page 7: lunch is ready. */
export function lunch(): string {
  const view =
    '<clipPath id="view"><path d="M330 260H910V720H330Z"/></clipPath><g clip-path="url(#view)">' +
    cut(paper.sky, 'M330 260H910V720H330Z', 0) +
    at({ x: 480, y: 400, scale: 0.8 }, cloud()) +
    hills({ y: 640, height: 60, fill: paper.meadow }) +
    at({ x: 620, y: 700, scale: 1.1 }, tree(paper.sakura)) +
    '</g>';
  return textbookPage(
    { number: 7, unit: 2, title: 'たべもの', colour: '#D64B7F', background: '#FFE9CF' },
    view,
    strip(paper.white, 26, 'M330 260H910V720H330ZM620 260V720'),
    at({ x: 290, y: 1330, scale: 1.5 }, child(hana)),
    at({ x: 950, y: 1330, scale: 1.5 }, child(sota)),
    at({ x: 620, y: 1230, scale: 1.25 }, critter(critters.panda)),
    speech({ x: 620, y: 470, text: 'いただきます！', size: 84, tail: 'left' }),
    cut('#D9A066', 'M-20 1110H1260V1160H-20Z', 0),
    cut(paper.sand, 'M40 1050H1200L1280 1754H-40Z', 12),
    labelled('カレー', 250, 1180, curry()),
    labelled('みそしる', 620, 1180, misoSoup()),
    labelled('おにぎり', 990, 1180, riceBall()),
    labelled('ぎゅうにゅう', 400, 1490, at({ x: 0, y: 0, scale: 0.9 }, milk())),
    labelled(
      'いちご',
      850,
      1490,
      at({ x: -62, y: 10, scale: 0.7 }, strawberry()) + at({ x: 62, y: 18, scale: 0.75 }, strawberry()),
    ),
  );
}
