import { paper, picture } from '../svg.ts';
import { crayonLine, crayonRing, dice, ellipseEdges, points, scribble } from './crayon.ts';
import { drawingSheet } from './sheet.ts';

/** A cat with stripes and two hearts. */
export function myCat(): string {
  const random = dice(23);
  const fur = { colour: '#F0974A', width: 20, random };
  const dark = { colour: '#5A3A2C', width: 13, random };
  return picture(
    drawingSheet,
    scribble({ left: 60, right: 1140, top: 800, bottom: 870 }, { colour: '#F3C6D6', width: 22, random }),
    scribble({ left: 380, right: 820, top: 520, bottom: 810, edges: ellipseEdges(600, 680, 210, 170) }, fur),
    scribble({ left: 380, right: 820, top: 190, bottom: 510, edges: ellipseEdges(600, 360, 210, 165) }, fur),
    crayonRing(600, 360, 216, 170, dark),
    crayonRing(600, 690, 214, 160, dark),
    crayonLine(points('420,270 404,130 420,96 480,150 536,198'), dark),
    crayonLine(points('780,270 796,130 780,96 720,150 664,198'), dark),
    crayonLine(points('800,740 900,760 960,690 930,600 980,540'), { ...dark, width: 22 }),
    crayonRing(520, 340, 22, 30, { colour: '#2F7F57', width: 16, random }),
    crayonRing(682, 340, 22, 30, { colour: '#2F7F57', width: 16, random }),
    crayonLine(points('582,402 618,402 600,424 582,402'), { colour: '#D64B7F', width: 14, random }),
    crayonLine(points('600,426 598,450 566,466 540,452'), dark),
    crayonLine(points('600,450 634,466 662,452'), dark),
    ...[-30, 0, 30].map(
      (lean) =>
        crayonLine(
          [
            [430, 410 + lean * 0.4],
            [340, 410 + lean],
            [270, 410 + lean * 1.6],
          ],
          { ...dark, width: 7 },
        ) +
        crayonLine(
          [
            [770, 410 + lean * 0.4],
            [860, 410 + lean],
            [930, 410 + lean * 1.6],
          ],
          { ...dark, width: 7 },
        ),
    ),
    ...[460, 600, 740].map((x) =>
      crayonLine(
        [
          [x - 30, 590],
          [x, 640],
          [x + 30, 590],
        ],
        { colour: '#C46A26', width: 14, random },
      ),
    ),
    crayonLine(points('1010,250 985,200 1030,178 1058,214 1090,180 1128,206 1100,262 1054,310 1010,250'), {
      colour: paper.persimmon,
      width: 15,
      random,
    }),
    crayonLine(points('110,300 90,256 126,240 150,268 176,240 206,262 184,306 146,346 110,300'), {
      colour: paper.grape,
      width: 13,
      random,
    }),
  );
}
