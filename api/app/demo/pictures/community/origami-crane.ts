import { box, cut, flower, paper, picture, strip, tint } from '../svg.ts';
import { communitySize } from './sheet.ts';

/** A folded crane photographed on a green mat. */
export function origamiCrane(): string {
  const grid = Array.from({ length: 11 }, (_, index) =>
    strip('#3C9B72', 3, `M${index * 120} 0V900M0 ${index * 120}H1200`),
  ).join('');
  const pattern = [
    [520, 420],
    [640, 330],
    [720, 470],
    [560, 520],
    [760, 300],
  ]
    .map(([x = 0, y = 0]) => cut(paper.white, flower(x, y, 13, 5), 0))
    .join('');
  return picture(
    { ...communitySize, background: '#34906A' },
    grid,
    tint(0.2, cut(paper.ink, 'M250 700 610 780 980 700 640 640Z', 0)),
    cut('#B83B20', 'M600 640 980 200 720 600Z', 0),
    cut(paper.persimmon, 'M560 650 700 110 820 520Z', 8),
    cut('#D2451F', 'M700 110 820 520 690 600Z', 0),
    cut('#F0704D', 'M430 520 230 250 560 650Z', 6),
    cut('#C93F1D', 'M230 250 190 330 262 300Z', 4),
    cut('#D2451F', 'M230 250 560 650 470 640Z', 0),
    cut('#F58A6B', 'M430 560 600 720 800 560 640 480Z', 6),
    cut('#E8532B', 'M600 720 800 560 680 560Z', 0),
    cut('#F0704D', 'M640 480 560 160 520 560Z', 6),
    tint(0.9, pattern),
    cut('#D2451F', 'M800 560 990 300 830 610Z', 4),
    cut(paper.sun, box(70, 720, 150, 116, 6), 5) + cut(paper.sakura, box(110, 690, 130, 116, 6), 5),
    cut(paper.water, box(960, 60, 150, 150, 4), 6) + tint(0.3, cut(paper.white, 'M960 60H1110L960 210Z', 0)),
  );
}
