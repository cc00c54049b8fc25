import { paper, picture } from '../svg.ts';
import { crayonLine, crayonRing, dice, ellipseEdges, points, scribble } from './crayon.ts';
import { drawingSheet } from './sheet.ts';

/** A five-year-old's first picture. */
export function sunAndHouse(): string {
  const random = dice(11);
  const rays = Array.from({ length: 11 }, (_, index) => {
    const angle = (index / 11) * Math.PI * 2;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return crayonLine(
      [
        [960 + x * 130, 210 + y * 130],
        [960 + x * 165, 210 + y * 165],
        [960 + x * 200, 210 + y * 200],
      ],
      { colour: paper.sun, width: 16, random },
    );
  });
  const flowers = [150, 250, 930, 1060].map((x, index) => {
    const colour = index % 2 ? paper.sakura : paper.persimmon;
    return (
      crayonLine(
        [
          [x, 790],
          [x + 4, 740],
          [x, 690],
        ],
        { colour: paper.leaf, random },
      ) +
      crayonRing(x, 668, 26, 24, { colour, width: 15, random }) +
      crayonRing(x, 668, 6, 6, { colour: paper.sun, random })
    );
  });
  const pane = (x: number, y: number) =>
    ['0,0 2,32 0,64', '0,64 32,62 64,64', '64,64 62,30 64,0', '64,0 30,2 0,0', '32,0 32,64', '0,32 64,32']
      .map((side) => points(side, x, y))
      .map((side) => crayonLine(side, { colour: paper.water, width: 10, random }))
      .join('');
  return picture(
    drawingSheet,
    scribble({ left: 20, right: 1180, top: 780, bottom: 880 }, { colour: '#63B86B', width: 20, random }),
    scribble(
      { left: 860, right: 1060, top: 115, bottom: 305, edges: ellipseEdges(960, 210, 100, 100) },
      { colour: paper.sun, width: 18, random },
    ),
    crayonRing(960, 210, 104, 104, { colour: '#F0A81E', random }),
    ...rays,
    scribble(
      { left: 400, right: 760, top: 300, bottom: 452, edges: (y) => [580 - (y - 270) * 1.25, 580 + (y - 270) * 1.25] },
      { colour: paper.persimmon, width: 17, random },
    ),
    crayonLine(points('340,470 460,370 580,262 700,370 825,470 580,468 340,470'), {
      colour: '#B63A20',
      width: 14,
      random,
    }),
    crayonLine(points('382,480 378,640 384,792 580,796 780,792 778,640 782,480'), {
      colour: paper.bark,
      width: 14,
      random,
    }),
    scribble({ left: 530, right: 630, top: 620, bottom: 780 }, { colour: '#A5714F', width: 15, random }),
    pane(440, 540),
    pane(664, 540),
    crayonRing(250, 200, 110, 52, { colour: '#86C4EC', width: 15, random }),
    ...flowers,
  );
}
