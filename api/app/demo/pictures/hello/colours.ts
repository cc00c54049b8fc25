import { lettering } from '../lettering.ts';
import { textbookPage } from '../page-frame.ts';
import { at, box, cut, paper, round, strip, tint } from '../svg.ts';

const colours = [
  ['red', '#E23B2E'],
  ['orange', paper.orange],
  ['yellow', paper.sun],
  ['green', paper.leaf],
  ['blue', paper.water],
  ['purple', paper.grape],
  ['pink', paper.sakura],
  ['brown', paper.bark],
  ['black', '#2B2B36'],
] as const;

/** A pot of paint whose label names its colour, base on y = 0. */
function pot(name: string, colour: string): string {
  const drip =
    'M-124-236a124 40 0 0 1 248 0v44a20 20 0 0 1-40 0 20 20 0 0 0-40 0v76a20 20 0 0 1-40 0v-66a20 20 0 0 0-40 0 20 20 0 0 1-40 0v30a24 24 0 0 1-48 0Z';
  return (
    strip(paper.stone, 9, 'M-128-232C-150-360 150-360 128-232') +
    cut('#E3EAF4', 'M-130-236H130V-24A130 36 0 0 1-130-24Z', 8) +
    cut('#CBD6E8', 'M90-228 130-236V-24Q116-6 90 0Z', 0) +
    cut(colour, drip, 3) +
    cut('#F4F7FB', round(0, -236, 130, 42), 0) +
    cut(colour, round(0, -236, 112, 32), 0) +
    tint(0.3, cut(paper.white, round(-40, -244, 40, 10), 0)) +
    cut(paper.white, box(-112, -104, 224, 86, 22), 4) +
    lettering({ text: name, x: 0, y: -42, size: 62, fill: name === 'yellow' ? paper.ink : colour })
  );
}

/** Page 12: nine pots of paint. */
export function paintPots(): string {
  const rainbow = ['#E23B2E', paper.orange, paper.sun, paper.leaf, paper.water, paper.grape].map((colour, index) =>
    strip(
      colour,
      26,
      `M${-80} ${1746 - index * 25}C300 ${1640 - index * 25} 700 ${1780 - index * 25} 1010 ${1640 - index * 25}`,
    ),
  );
  const brush =
    strip(paper.bark, 34, 'M20 40 190 210') +
    cut(paper.stone, 'M-26-36 22 12 40 52 0 36-44-18Z', 0) +
    cut(paper.sakura, 'M-30-30-64-92Q-30-96 26 18L2 28Z', 3);
  return textbookPage(
    { number: 12, unit: 3, title: 'Colours', colour: paper.water, background: '#F3FAFF' },
    ...colours.map(([name, colour], index) =>
      at({ x: 240 + (index % 3) * 380, y: 610 + Math.floor(index / 3) * 432 }, pot(name, colour)),
    ),
    ...rainbow,
    at({ x: 1058, y: 1590, turn: 8 }, brush),
  );
}
