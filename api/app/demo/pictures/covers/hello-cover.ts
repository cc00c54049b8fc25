import { child, hana, kai, mia, sota } from '../children.ts';
import { cloud, tree } from '../landscape.ts';
import { lettering } from '../lettering.ts';
import { at, cut, paper, picture, round, tint } from '../svg.ts';
import { coverSize, volume } from './cover-frame.ts';

/** "Hello, World! 1": four children on a small green globe. */
export function helloCover(): string {
  const greet = (turn: number, who: string) => at({ x: 300, y: 1010, turn }, at({ x: 0, y: -466, scale: 0.44 }, who));
  return picture(
    { ...coverSize, background: paper.sky },
    at({ x: 92, y: 320, scale: 0.62 }, cloud()),
    at({ x: 520, y: 372, scale: 0.52 }, cloud()),
    lettering({ text: 'Hello,', x: 300, y: 150, size: 150, fill: paper.persimmon }),
    lettering({ text: 'World!', x: 300, y: 280, size: 150, fill: paper.ink }),
    at({ x: 300, y: 1010, turn: -31 }, at({ x: 0, y: -460, scale: 0.44 }, tree())),
    at({ x: 300, y: 1010, turn: 31 }, at({ x: 0, y: -460, scale: 0.4 }, tree(paper.sakura))),
    cut(paper.leaf, round(300, 1010, 470), 8),
    tint(
      0.5,
      cut(
        paper.lime,
        'M60 700C120 640 220 620 250 660 240 720 150 740 60 800ZM360 640C440 630 560 700 600 760V800H420C380 740 330 690 360 640Z',
        0,
      ),
    ),
    greet(-20.5, child({ ...mia, wave: 'left' })),
    greet(-7, child({ ...kai, wave: 'right' })),
    greet(7, child({ ...hana, wave: 'left' })),
    greet(20.5, child({ ...sota, wave: 'right' })),
    volume('1', paper.persimmon, 300, 716),
  );
}
