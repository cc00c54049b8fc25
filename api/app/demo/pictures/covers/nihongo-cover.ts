import { critter, critters } from '../critters.ts';
import { blossom, hills } from '../landscape.ts';
import { lettering } from '../lettering.ts';
import { at, cut, flower, paper, picture, round } from '../svg.ts';
import { coverSize, volume } from './cover-frame.ts';

/** 「にほんごだいすき 1」: one big あ in a hanamaru. */
export function nihongoCover(): string {
  return picture(
    { ...coverSize, background: '#FFF1D6' },
    cut(paper.persimmon, flower(300, 280, 186, 11), 10),
    cut(paper.white, round(300, 280, 164), 5),
    lettering({ text: 'あ', x: 300, y: 370, size: 252, fill: paper.persimmon }),
    hills({ y: 720, height: 60, fill: '#BDE3CB', width: coverSize.width }),
    at({ x: 66, y: 782, scale: 0.44 }, critter(critters.cat, true)),
    at({ x: 534, y: 782, scale: 0.44 }, critter(critters.rabbit)),
    ...[
      [70, 96],
      [530, 110],
      [50, 478],
      [552, 478],
      [36, 310],
      [566, 320],
    ].map(([x = 0, y = 0], index) => at({ x, y, scale: 1.7 }, blossom(index % 2 ? paper.sakura : '#F7A9C4'))),
    lettering({ text: 'にほんご', x: 300, y: 612, size: 108 }),
    lettering({ text: 'だいすき', x: 300, y: 716, size: 86, fill: paper.leaf }),
    volume('1', paper.leaf, 496, 92),
  );
}
