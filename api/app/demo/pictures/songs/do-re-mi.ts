import { critter, critters } from '../critters.ts';
import { lettering } from '../lettering.ts';
import { textbookPage } from '../page-frame.ts';
import { spotsOf } from '../spots.ts';
import { at, box, cut, paper, round, strip, tint } from '../svg.ts';

const tones = [
  { name: 'do', sound: 'do', colour: '#E23B2E' },
  { name: 're', sound: 're', colour: paper.orange },
  { name: 'mi', sound: 'mi', colour: '#F5B31E' },
  { name: 'fa', sound: 'fa', colour: '#63B04A' },
  { name: 'so', sound: 'so', colour: '#1F9A86' },
  { name: 'la', sound: 'la', colour: paper.water },
  { name: 'ti', sound: 'ti', colour: paper.grape },
  { name: 'high do', sound: 'high-do', colour: '#D64B7F' },
] as const;

const middle = 880;
const bars = tones.map((tone, index) => {
  const height = 800 - index * 46;
  return { ...tone, area: [66 + index * 141, middle - height / 2, 121, height] as const };
});

export const toneSpots = spotsOf(bars);

const note = (colour: string) => cut(colour, round(0, 0, 25, 19), 3) + strip(colour, 8, 'M20-4V-92');

/** Page 2: a xylophone to play. */
export function doReMi(): string {
  const staff = [0, 1, 2, 3, 4].map((line) => strip(paper.stone, 5, `M60 ${286 + line * 34}H1180`)).join('');
  const scale = tones.map(({ colour }, index) =>
    at(
      { x: 150 + index * 134, y: 456 - index * 17 },
      index === 0 ? strip(paper.stone, 5, 'M-46 0H46') : '',
      note(colour),
    ),
  );
  return textbookPage(
    { number: 2, unit: 1, title: 'Do, re, mi', colour: paper.orange, background: '#F3FAFF' },
    staff,
    ...scale,
    cut(
      paper.bark,
      `M40 ${middle - 300}L1200 ${middle - 150}V${middle - 90}L40 ${middle - 220}ZM40 ${middle + 300}L1200 ${middle + 150}V${middle + 90}L40 ${middle + 220}Z`,
      8,
    ),
    ...bars.map(
      ({ name, colour, area: [x, y, width, height] }) =>
        cut(colour, box(x, y, width, height, 34), 10) +
        tint(0.22, cut(paper.white, box(x + 14, y + 14, 26, height - 28, 13), 0)) +
        tint(0.5, cut(paper.ink, round(x + width / 2, y + 52, 12) + round(x + width / 2, y + height - 52, 12), 0)) +
        lettering({ text: name.slice(-2), x: x + width / 2, y: middle + 24, size: 76, fill: paper.white }),
    ),
    at({ x: 300, y: 1690, scale: 0.95 }, critter(critters.bear, true)),
    at({ x: 620, y: 1700, scale: 0.95 }, critter(critters.cat)),
    at({ x: 940, y: 1690, scale: 0.95 }, critter(critters.mouse, true)),
    at({ x: 478, y: 1440, scale: 0.9 }, note(paper.persimmon)),
    at({ x: 790, y: 1420 }, note(paper.leaf)),
    at({ x: 1130, y: 1450, scale: 0.9 }, note(paper.grape)),
  );
}
