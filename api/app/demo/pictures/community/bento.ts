import { critterHead } from '../critters.ts';
import { at, box, cut, flower, paper, picture, round, strip, tint } from '../svg.ts';
import { communitySize } from './sheet.ts';

/** A packed lunch, seen from above. */
export function bento(): string {
  const egg =
    cut(paper.sun, box(-80, -50, 160, 100, 44), 5) + strip('#E7A51A', 7, 'M-20 0a20 20 0 1 0 20-20 40 40 0 0 0-40 40');
  const sausage =
    cut('#D9583F', 'M-60-26H40a26 26 0 0 1 0 52H-60l18-13-18-13 18-13Z', 4) +
    cut(paper.ink, round(24, -6, 5) + round(44, -6, 5), 0);
  const tomato =
    cut('#E23B2E', round(0, 0, 46), 5) +
    cut(paper.leaf, flower(0, -14, 12, 5), 0) +
    tint(0.4, cut(paper.white, round(-16, -18, 10, 7), 0));
  const broccoli = cut('#8CC56B', box(-14, 0, 28, 50, 10), 3) + cut('#3E9A52', flower(0, -12, 42, 7), 5);
  const sesame = [
    [300, 240],
    [520, 250],
    [290, 350],
    [530, 340],
    [340, 400],
    [480, 396],
  ] as const;
  return picture(
    { ...communitySize, background: '#F2E0C6' },
    ...Array.from({ length: 9 }, (_, index) => tint(0.35, strip('#E3C79E', 10, `M${index * 150} 0V900`))),
    cut(paper.sakura, 'M60 60H1140V840H60Z', 0),
    tint(0.5, ...Array.from({ length: 12 }, (_, index) => strip(paper.white, 16, `M${100 + index * 92} 60V840`))),
    cut('#B83A2B', box(150, 130, 900, 640, 90), 16),
    cut('#2B2430', box(186, 166, 828, 568, 64), 0),
    cut(paper.white, box(210, 190, 400, 520, 46), 0),
    cut('#D8384A', round(410, 300, 54), 4),
    tint(0.35, cut(paper.white, round(394, 282, 14, 10), 0)),
    ...sesame.map(([x, y]) => cut('#3A3040', round(x, y, 5, 8), 0)),
    at(
      { x: 410, y: 540, scale: 1.35 },
      critterHead({ fur: '#F7DDAE', ears: 'round', earInside: paper.sakura, muzzle: paper.cream }),
    ),
    at({ x: 722, y: 268, scale: 1.15 }, egg),
    at({ x: 896, y: 316, turn: 18, scale: 1.15 }, egg),
    cut('#7CC56B', 'M630 440q30-34 60 0t60 0 60 0 60 0 60 0 60 0V506H630Z', 4),
    at({ x: 722, y: 560, turn: -14, scale: 1.15 }, sausage),
    at({ x: 742, y: 652, turn: 6, scale: 1.15 }, sausage),
    at({ x: 880, y: 560, scale: 1.1 }, tomato),
    at({ x: 862, y: 656, scale: 1.1 }, broccoli),
    at({ x: 950, y: 640, scale: 1.2 }, broccoli),
    strip(paper.bark, 22, 'M1090 150V760M1128 150V760'),
  );
}
