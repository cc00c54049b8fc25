import { critterHead, critters } from '../critters.ts';
import { lettering } from '../lettering.ts';
import { at, cut, paper, picture, round, strip } from '../svg.ts';
import { coverSize } from './cover-frame.ts';

/** "Song Time": a choir of animals. */
export function songCover(): string {
  const staff = [0, 1, 2, 3, 4]
    .map((line) =>
      strip(
        '#F3D9A0',
        5,
        `M-10 ${150 + line * 30}C160 ${60 + line * 30} 400 ${290 + line * 30} 610 ${130 + line * 30}`,
      ),
    )
    .join('');
  const note = (colour: string) => cut(colour, round(0, 0, 30, 23), 4) + strip(colour, 10, 'M25-4V-104Q48-92 52-60');
  const singer = (look: Parameters<typeof critterHead>[0], x: number, y: number) =>
    at({ x, y, scale: 0.82 }, critterHead(look), cut('#9E2F3F', round(0, 46, 15, 13), 0));
  return picture(
    { ...coverSize, background: '#FFF6DC' },
    staff,
    at({ x: 96, y: 190 }, note(paper.persimmon)),
    at({ x: 250, y: 236 }, note(paper.leaf)),
    at({ x: 396, y: 262 }, note(paper.grape)),
    at({ x: 520, y: 196 }, note(paper.water)),
    lettering({ text: 'Song', x: 300, y: 404, size: 140, fill: paper.persimmon }),
    lettering({ text: 'Time', x: 300, y: 520, size: 140, fill: paper.ink }),
    cut(paper.orange, 'M0 680Q300 620 600 680V800H0Z', 5),
    singer(critters.mouse, 88, 624),
    singer(critters.frog, 512, 624),
    singer(critters.bear, 220, 640),
    singer(critters.panda, 380, 640),
    cut(paper.persimmon, 'M0 724Q300 680 600 724V800H0Z', 6),
    strip('#FFD9A8', 6, 'M40 752Q300 712 560 752'),
  );
}
