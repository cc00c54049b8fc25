import { child, kai, mia } from '../children.ts';
import { critter, critters } from '../critters.ts';
import { cloud, daisy, fir, hills, house, sun, tree } from '../landscape.ts';
import { textbookPage } from '../page-frame.ts';
import { speech } from '../speech.ts';
import { at, cut, paper, tint } from '../svg.ts';

/** Page 4: two children meet under a tree. */
export function underTheTree(): string {
  return textbookPage(
    { number: 4, unit: 1, title: 'Hello!', colour: paper.persimmon, background: paper.sky },
    at({ x: 1040, y: 300, scale: 1.3 }, sun(true)),
    at({ x: 150, y: 420, scale: 1.2 }, cloud()),
    at({ x: 830, y: 500, scale: 0.8 }, cloud()),
    hills({ y: 1080, height: 150, fill: '#C4E8D6' }),
    at({ x: 1120, y: 1040, scale: 0.7 }, house(paper.cream, paper.grape)),
    hills({ y: 1190, height: 110, fill: '#A9DDBF' }),
    at({ x: 90, y: 1180, scale: 0.9 }, fir()),
    hills({ y: 1330, height: 60, fill: paper.meadow }),
    tint(
      0.7,
      cut(
        paper.cream,
        'M880 1290C840 1400 1010 1440 960 1540 920 1620 700 1660 640 1754H1000C1010 1680 1140 1620 1130 1500 1116 1400 930 1380 920 1290Z',
        0,
      ),
    ),
    at({ x: 600, y: 1420, scale: 3.1 }, tree()),
    at({ x: 340, y: 1570, scale: 1.3 }, child({ ...mia, wave: 'right' })),
    at({ x: 880, y: 1570, scale: 1.3 }, child({ ...kai, wave: 'left' })),
    speech({ x: 290, y: 800, text: 'Hello!\nI’m Mia.', size: 76, tail: 'right' }),
    speech({ x: 950, y: 800, text: 'Hi!\nI’m Kai.', size: 76, tail: 'left', fill: '#FFF3C9' }),
    at({ x: 610, y: 1660, scale: 0.62 }, critter(critters.cat)),
    at({ x: 150, y: 1640 }, daisy(paper.sakura)),
    at({ x: 226, y: 1690, scale: 0.8 }, daisy(paper.white)),
    at({ x: 1090, y: 1640 }, daisy(paper.persimmon)),
    at({ x: 1170, y: 1600, scale: 0.8 }, daisy(paper.sakura)),
  );
}
