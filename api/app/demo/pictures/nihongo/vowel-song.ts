import { critter, critters } from '../critters.ts';
import { cloud, sun, waves } from '../landscape.ts';
import { lettering } from '../lettering.ts';
import { textbookPage } from '../page-frame.ts';
import { dolphin, duck, shrimp } from '../sea-animals.ts';
import { at, box, cut, paper, round, strip, tint } from '../svg.ts';

const lines = ['あひるが　およぐ', 'いるかが　はねる', 'うさぎが　うたう', 'えびが　おどる', 'おひさま　にこにこ'];
const note = cut(paper.grape, `${round(0, 22, 17, 13)}M9 22V-34L44-44V-22L17-14V22Z`, 3);
const weed = (colour: string) => strip(colour, 20, 'M0 0q-34-50 0-100t0-90M34 0q34-40 0-80t10-60');

/** Page 3: a song whose lines begin with the five vowels, and everything it sings of. */
export function vowelSong(): string {
  return textbookPage(
    { number: 3, unit: 1, title: 'あいうえおの　うた', colour: paper.leaf, background: paper.sky },
    at({ x: 1030, y: 330, scale: 1.55 }, sun(true)),
    at({ x: 960, y: 560, scale: 0.8 }, cloud()),
    cut(paper.white, box(60, 244, 740, 520, 56), 10),
    ...lines.map(
      (line, index) =>
        lettering({
          text: line.slice(0, 1),
          x: 112,
          y: 336 + index * 94,
          size: 76,
          fill: paper.persimmon,
          anchor: 'start',
        }) + lettering({ text: line.slice(1), x: 192, y: 336 + index * 94, size: 66, anchor: 'start' }),
    ),
    waves({ y: 960, fill: paper.ice }),
    at({ x: 360, y: 930, scale: 1.15 }, dolphin()),
    tint(0.9, strip(paper.white, 12, 'M560 1010q20-40 50-46M580 1030q40-30 80-24M180 1000q-10-30-40-40')),
    waves({ y: 1060, fill: '#6FBEEA', length: 155 }),
    at({ x: 196, y: 1136, scale: 1.05 }, duck()),
    cut('#F6DFAE', 'M1240 900C1080 910 930 960 820 1060 760 1120 800 1180 920 1170 1060 1160 1160 1190 1240 1200Z', 6),
    at({ x: 1030, y: 1110, scale: 0.95 }, critter(critters.rabbit, true)),
    at({ x: 850, y: 850, scale: 1.2 }, note),
    at({ x: 1190, y: 800 }, note),
    waves({ y: 1230, fill: paper.water, length: 177 }),
    at({ x: 760, y: 1440, scale: 1.1 }, shrimp()),
    at({ x: 380, y: 1530, scale: 0.8, flip: true }, shrimp()),
    tint(
      0.7,
      cut(
        paper.white,
        round(560, 1420, 16) + round(590, 1370, 10) + round(570, 1330, 7) + round(960, 1480, 14) + round(984, 1436, 9),
        0,
      ),
    ),
    cut('#F6DFAE', 'M0 1690C300 1620 520 1660 760 1680 980 1700 1100 1640 1240 1650V1754H0Z', 5),
    at({ x: 110, y: 1690 }, weed(paper.leaf)),
    at({ x: 1040, y: 1680 }, weed('#23865F')),
  );
}
