import { child, hana, sota } from '../children.ts';
import { cloud, tree } from '../landscape.ts';
import { textbookPage } from '../page-frame.ts';
import { bird, train } from '../sounding-things.ts';
import { speech } from '../speech.ts';
import { at, box, cut, paper, round, strip, tint } from '../svg.ts';

function shop({
  wall,
  stripe,
  width,
  height,
}: {
  wall: string;
  stripe: string;
  width: number;
  height: number;
}): string {
  const count = 6;
  const step = width / count;
  const awning = Array.from({ length: count }, (_, index) =>
    cut(index % 2 ? paper.white : stripe, `M${index * step} -214h${step}v50a${step / 2} 26 0 0 1 ${-step} 0Z`, 4),
  );
  const upper = [0.22, 0.62].map((left) => cut(paper.ice, box(width * left, -height + 70, width * 0.18, 110, 12), 0));
  return (
    cut(wall, box(0, -height, width, height, 14), 6) +
    upper.join('') +
    cut(paper.ice, box(width * 0.1, -150, width * 0.42, 110, 8), 0) +
    cut(paper.bark, box(width * 0.62, -150, width * 0.24, 150, 8), 0) +
    awning.join('')
  );
}

function bus(): string {
  const panes = [-210, -110, -10].map((x) => cut(paper.ice, box(x, -190, 84, 80, 12), 0));
  const tyres = [-150, 130].map((x) => cut(paper.ink, round(x, -6, 48), 0) + cut(paper.stone, round(x, -6, 24), 0));
  return (
    cut(paper.persimmon, 'M-240-230H180Q240-230 250-150L262-90V-10H-240Z', 8) +
    panes.join('') +
    cut(paper.ice, 'M100-190H176Q214-190 220-110H100Z', 0) +
    cut(paper.cream, 'M-240-86H262V-56H-240Z', 0) +
    cut(paper.sun, round(246, -34, 14), 0) +
    tyres.join('')
  );
}

function trafficLight(): string {
  const lamps = [paper.persimmon, paper.sun, paper.leaf].map((fill, index) =>
    tint(index === 2 ? 1 : 0.45, cut(fill, round(0, -420 + index * 62, 25), 0)),
  );
  return (
    cut(paper.dusk, box(-10, -300, 20, 304, 8), 0) + cut(paper.ink, box(-42, -464, 84, 206, 30), 6) + lamps.join('')
  );
}

/** Page 9: the same sounds in a street. */
export function onTheStreet(): string {
  return textbookPage(
    { number: 9, unit: 2, title: 'On the street', colour: paper.grape, background: paper.sky },
    at({ x: 1010, y: 250, scale: 1.1 }, cloud()),
    at({ x: 90, y: 300, scale: 0.8 }, cloud()),
    at({ x: 300, y: 452, scale: 1.05 }, train()),
    cut(paper.stone, 'M0 592H1240V632H0ZM80 624h40v300h-40ZM560 624h40v300h-40ZM1060 624h40v300h-40Z', 5),
    speech({ x: 760, y: 420, text: 'Choo-choo!', size: 64, tail: 'left' }),
    at({ x: 40, y: 1180 }, shop({ wall: '#FFE3B8', stripe: paper.persimmon, width: 330, height: 450 })),
    at({ x: 400, y: 1180 }, shop({ wall: '#E0D5F7', stripe: paper.grape, width: 330, height: 500 })),
    at({ x: 760, y: 1180 }, shop({ wall: '#CDEBD8', stripe: paper.leaf, width: 330, height: 350 })),
    at({ x: 1150, y: 1180, scale: 1.25 }, tree()),
    at({ x: 1090, y: 786, scale: 0.7, flip: true }, bird()),
    speech({ x: 760, y: 716, text: 'Tweet, tweet!', size: 56, tail: 'right' }),
    cut('#F1E7D6', 'M0 1170H1240V1330H0Z', 0),
    cut(paper.stone, 'M0 1318H1240V1344H0Z', 0),
    cut('#6B769E', 'M0 1344H1240V1754H0Z', 0),
    strip(paper.white, 14, 'M40 1560H160M280 1560H400M520 1560H640M760 1560H880M1000 1560H1120'),
    at({ x: 560, y: 1316, scale: 0.72 }, child({ ...hana, wave: 'left' })),
    at({ x: 720, y: 1320, scale: 0.72 }, child({ ...sota, wave: 'right' })),
    at({ x: 930, y: 1330, scale: 0.9 }, trafficLight()),
    at({ x: 330, y: 1560, scale: 1.25 }, bus()),
    speech({ x: 800, y: 1440, text: 'Beep, beep!', size: 60, tail: 'left', fill: '#FFF3C9' }),
  );
}
