import { paper, picture } from '../svg.ts';
import { crayonLine, crayonRing, dice, ellipseEdges, points, scribble } from './crayon.ts';
import { drawingSheet } from './sheet.ts';

/** A rainbow and the child who saw it. */
export function rainbow(): string {
  const random = dice(42);
  const bands = ['#E23B2E', paper.orange, paper.sun, '#63B04A', paper.water, '#4A59B8', paper.grape].map(
    (colour, index) => {
      const radius = 470 - index * 36;
      const arc = Array.from({ length: 15 }, (_, step) => {
        const angle = Math.PI + (step / 14) * Math.PI;
        return [600 + Math.cos(angle) * radius, 720 + Math.sin(angle) * radius * 1.12] as const;
      });
      return crayonLine(arc, { colour, width: 30, random });
    },
  );
  const puff = (x: number, y: number) =>
    scribble(
      { left: x - 120, right: x + 120, top: y - 60, bottom: y + 60, edges: ellipseEdges(x, y, 130, 70) },
      { colour: '#CFE0F0', width: 24, random },
    ) + crayonRing(x, y, 140, 74, { colour: '#8AB6DC', width: 12, random });
  const birds = [
    [190, 180],
    [300, 120],
    [960, 150],
  ].map(([x = 0, y = 0]) =>
    crayonLine(
      [
        [x - 44, y - 20],
        [x - 20, y - 30],
        [x, y],
        [x + 20, y - 30],
        [x + 46, y - 18],
      ],
      { colour: '#4A4A66', width: 9, random },
    ),
  );
  return picture(
    drawingSheet,
    scribble({ left: 20, right: 1180, top: 790, bottom: 880 }, { colour: '#7CC87F', width: 22, random }),
    ...bands,
    puff(150, 730),
    puff(1050, 730),
    ...birds,
    scribble(
      { left: 530, right: 670, top: 640, bottom: 760, edges: ellipseEdges(600, 700, 60, 66) },
      { colour: '#F7CFAE', width: 16, random },
    ),
    crayonRing(600, 700, 64, 66, { colour: paper.bark, width: 10, random }),
    crayonRing(578, 690, 5, 6, { colour: '#33242C', width: 9, random }),
    crayonRing(622, 690, 5, 6, { colour: '#33242C', width: 9, random }),
    crayonLine(points('570,720 600,742 630,720'), { colour: paper.persimmon, width: 9, random }),
    crayonLine(points('540,660 560,626 600,618 642,626 660,662'), { colour: '#33242C', width: 20, random }),
    crayonLine(points('600,766 600,850'), { colour: paper.persimmon, width: 26, random }),
    crayonLine(points('600,790 520,760 476,716'), { colour: paper.persimmon, width: 14, random }),
    crayonLine(points('600,790 680,760 724,716'), { colour: paper.persimmon, width: 14, random }),
  );
}
