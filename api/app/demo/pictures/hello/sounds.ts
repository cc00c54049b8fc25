import { lettering } from '../lettering.ts';
import { textbookPage } from '../page-frame.ts';
import { bell, bird, clock, drum, rainCloud, train } from '../sounding-things.ts';
import { spotsOf } from '../spots.ts';
import { at, box, cut, paper } from '../svg.ts';

const things = [
  { name: 'bell', draw: bell, sheet: '#FFE7DE' },
  { name: 'drum', draw: drum, sheet: '#DFF1FF' },
  { name: 'bird', draw: bird, sheet: '#E3F5D4' },
  { name: 'rain', draw: rainCloud, sheet: '#EAF0FA' },
  { name: 'clock', draw: clock, sheet: '#FFF0BF' },
  { name: 'train', draw: train, sheet: '#E9E2FA' },
] as const;

const cards = things.map(({ name, draw, sheet }, index) => {
  const area = [60 + (index % 2) * 580, 236 + Math.floor(index / 2) * 458, 540, 434] as const;
  return { name, sound: name, draw, sheet, area };
});

export const soundSpots = spotsOf(cards);

/** Page 8: six things to push and listen to. */
export function whatsThatSound(): string {
  return textbookPage(
    { number: 8, unit: 2, title: 'What’s that sound?', colour: paper.grape, background: '#FFF9EC' },
    ...cards.map(({ name, draw, sheet, area: [x, y, width, height] }) => {
      const middle = x + width / 2;
      return (
        cut(sheet, box(x, y, width, height, 48), 9) +
        at({ x: middle, y: y + 176, scale: 0.92 }, draw()) +
        lettering({ text: name, x: middle, y: y + height - 30, size: 60 })
      );
    }),
  );
}
