import { critter, critters } from './critters.ts';
import { blossom, sun, waves } from './landscape.ts';
import { at, cut, paper, round, strip, tint, twin } from './svg.ts';

/** The first words of the Japanese book. Each is drawn around 0,0 and fits 300 x 220. */
export function ant(): string {
  return (
    strip(
      paper.ink,
      9,
      'M-30 44-44 84-60 88M4 48 4 88-10 94M34 44 50 84 66 86M-96-4C-110-40-132-44-140-38M-76-14C-80-56-100-70-110-66',
    ) +
    cut(paper.ink, round(64, 6, 66, 50), 6) +
    tint(0.2, cut(paper.white, round(50, -14, 32, 18), 0)) +
    cut(paper.ink, round(-10, 18, 34, 30), 4) +
    cut('#39428A', round(-80, 16, 46, 42), 5) +
    cut(paper.white, round(-94, 8, 11) + round(-62, 8, 11), 0) +
    cut(paper.ink, round(-94, 9, 6) + round(-62, 9, 6), 0) +
    cut(paper.sakura, round(-108, 28, 9, 6) + round(-50, 28, 9, 6), 0) +
    strip(paper.white, 5, 'M-88 30Q-78 40-68 30') +
    at({ x: 118, y: -66, scale: 1.1 }, blossom())
  );
}

export function dog(): string {
  return at({ x: 0, y: 104, scale: 0.68 }, critter(critters.dog, true));
}

export function sea(): string {
  const fin =
    cut(paper.orange, 'M-34 0C-16-26 20-26 34 0 20 26-16 26-34 0ZM30 0 58-20V20Z', 3) +
    cut(paper.ink, round(-16, -4, 5), 0);
  const window = `<clipPath id="sea"><path d="M-140-60a44 44 0 0 1 44-44H96a44 44 0 0 1 44 44V60a44 44 0 0 1-44 44H-96a44 44 0 0 1-44-44Z"/></clipPath>`;
  return (
    `${window}<g clip-path="url(#sea)">` +
    cut(paper.sky, 'M-150-110H150V110H-150Z', 0) +
    at({ x: 84, y: -62, scale: 0.44 }, sun()) +
    at(
      { x: -150, y: 0 },
      waves({ y: -10, fill: paper.ice, width: 300, length: 60 }),
      waves({ y: 22, fill: paper.water, width: 330, length: 74 }),
    ) +
    at({ x: -20, y: 66, scale: 0.8 }, fin) +
    cut(paper.white, 'M-70-4H0Q-8 22-22 22H-50Q-64 22-70-4ZM-40-12V-70L0-12Z', 3) +
    at({ x: -150, y: 0 }, tint(0.8, waves({ y: 88, fill: '#1F7FB8', width: 330, length: 90 }))) +
    '</g>'
  );
}

export function pencil(): string {
  return at(
    { x: 0, y: 0, turn: -28 },
    cut(paper.sun, 'M-90-34H90V34H-90Z', 6),
    cut('#EDA81F', 'M-90 12H90V34H-90Z', 0),
    cut('#FFDB7A', 'M-90-34H90V-14H-90Z', 0),
    cut(paper.cream, 'M-90-34-150-6Q-156 0-150 6L-90 34Z', 3),
    cut(paper.ink, 'M-130-15-150-6Q-156 0-150 6L-130 15Z', 0),
    cut(paper.stone, 'M90-36H114V36H90Z', 0),
    cut(paper.sakura, 'M114-34H128Q146-34 146 0 146 34 128 34H114Z', 3),
    twin(cut(paper.ink, round(18, -4, 6, 8), 0), cut(paper.sakura, round(34, 10, 10, 7), 0)),
    strip(paper.ink, 4, 'M-9 6Q0 16 9 6'),
  );
}
