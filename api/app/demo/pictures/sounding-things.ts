import { at, box, cut, flower, paper, round, strip, tint, twin } from './svg.ts';

/** Things that make a sound. Each is drawn around 0,0 and fits a square of 320. */
export function bell(): string {
  return (
    cut('#D99A1C', round(0, 104, 26), 4) +
    cut(
      paper.sun,
      'M0-120C62-120 84-66 86-6 88 40 104 62 128 84 134 92 130 104 118 104H-118C-130 104-134 92-128 84-104 62-88 40-86-6-84-66-62-120 0-120Z',
      8,
    ) +
    tint(
      0.35,
      cut(
        paper.white,
        'M-54-40C-50-72-36-90-14-98-30-70-36-40-38 0-40 30-46 52-60 74-70 74-78 74-84 70-64 40-58 0-54-40Z',
        0,
      ),
    ) +
    cut('#EDA81F', 'M-106 62H106Q116 74 128 84C134 92 130 104 118 104H-118C-130 104-134 92-128 84Q-116 74-106 62Z', 0) +
    cut(
      paper.persimmon,
      'M0-118C-40-150-84-142-88-116-86-92-40-96 0-118ZM0-118C40-150 84-142 88-116 86-92 40-96 0-118Z',
      5,
    ) +
    cut('#C9401F', round(0, -118, 18), 3) +
    twin(strip(paper.water, 10, 'M128-62q26 32 10 72M150-92q38 50 18 116'))
  );
}

export function drum(): string {
  const laces = strip(paper.sun, 11, 'M-118 0-72 98-26 10 22 100 68 10 104 96 118 0');
  return (
    cut(paper.persimmon, 'M-122-34H122V76C122 130-122 130-122 76Z', 8) +
    laces +
    cut(paper.white, 'M-128-36H128V-12C128 44-128 44-128-12Z', 4) +
    cut(paper.cream, round(0, -36, 128, 50), 3) +
    tint(0.5, cut(paper.sand, round(0, -36, 96, 34), 0)) +
    at(
      { x: 34, y: -54, turn: 38 },
      cut(paper.bark, box(-8, -110, 16, 116, 8), 4),
      cut(paper.water, round(0, 2, 19), 3),
    ) +
    at(
      { x: -44, y: -46, turn: -28 },
      cut(paper.bark, box(-8, -110, 16, 116, 8), 4),
      cut(paper.water, round(0, 2, 19), 3),
    )
  );
}

export function bird(): string {
  const note = cut(paper.grape, `${round(0, 22, 17, 13)}M9 22V-34L44-44V-22L17-14V22Z`, 3);
  return (
    strip(paper.bark, 20, 'M-140 116Q-20 92 140 112') +
    at({ x: 92, y: 100, turn: -24 }, cut(paper.leaf, 'M0 0C10-34 40-50 66-44 64-16 38 6 0 0Z', 3)) +
    at({ x: -96, y: 104, turn: 160 }, cut(paper.leaf, 'M0 0C10-34 40-50 66-44 64-16 38 6 0 0Z', 3)) +
    strip(paper.orange, 9, 'M-16 72V102M20 74V102') +
    cut('#1F7FB8', 'M-56 20-158 58Q-164 30-140 20L-70-22Z', 4) +
    cut(paper.water, 'M16-104C70-104 92-62 88-20 82 48 36 84-12 80-66 76-92 32-78-12-62-58-30-104 16-104Z', 7) +
    cut(paper.cream, 'M82 2C70 52 32 82-8 80-40 76-44 34-14 18 20 2 56 18 82 2Z', 0) +
    cut('#1F7FB8', 'M-66-8C-30-34 22-22 26 6 18 42-40 50-66 22Z', 4) +
    cut(paper.sun, 'M76-72 128-92 96-56ZM78-50 122-30 84-30Z', 2) +
    cut(paper.ink, round(44, -62, 10), 0) +
    cut(paper.white, round(47, -66, 3.5), 0) +
    at({ x: 108, y: -126, scale: 0.8 }, note) +
    at({ x: 148, y: -74, scale: 0.55 }, note)
  );
}

export function rainCloud(): string {
  const drop = (x: number, y: number) =>
    at({ x, y }, cut(paper.water, 'M0-30C14-10 20 2 20 12A20 20 0 0 1-20 12C-20 2-14-10 0-30Z', 3));
  return (
    cut('#8EA6C9', 'M-98 34A50 50 0 0 1-104-64 78 78 0 0 1 42-88 64 64 0 0 1 106 34Z', 8) +
    twin(cut(paper.ink, round(34, -24, 8, 10), 0), cut(paper.sakura, round(58, -2, 13, 9), 0)) +
    strip(paper.ink, 6, 'M-14 0Q0 12 14 0') +
    drop(-92, 84) +
    drop(-30, 110) +
    drop(30, 80) +
    drop(92, 112) +
    drop(-70, 148) +
    drop(50, 150)
  );
}

export function clock(): string {
  const hours = Array.from({ length: 12 }, (_, hour) =>
    at({ x: 0, y: 0, turn: hour * 30 }, strip(paper.ink, hour % 3 === 0 ? 9 : 5, 'M0-76V-68')),
  );
  return (
    twin(
      strip(paper.ink, 20, 'M62 92 86 126'),
      at({ x: 74, y: -98, turn: 38 }, cut(paper.sun, 'M-46 14a46 46 0 0 1 92 0Z', 4)),
    ) +
    strip(paper.ink, 14, 'M0-108V-126M-22-132H22') +
    cut(paper.grape, round(0, 6, 116), 8) +
    cut(paper.white, round(0, 6, 92), 0) +
    at(
      { x: 0, y: 6 },
      ...hours,
      strip(paper.ink, 13, 'M0 0-32-22'),
      strip(paper.persimmon, 9, 'M0 0 24-50'),
      cut(paper.ink, round(0, 0, 12), 0),
    )
  );
}

const wheel = (x: number, y: number, radius: number) =>
  cut(paper.ink, round(x, y, radius), 4) +
  cut(paper.sun, round(x, y, radius * 0.55), 0) +
  cut(paper.ink, round(x, y, radius * 0.2), 0);

export function train(): string {
  return (
    tint(
      0.95,
      cut(paper.white, flower(46, -118, 26, 7) + flower(98, -142, 20, 7), 4),
      cut(paper.white, flower(140, -152, 13, 7), 3),
    ) +
    cut(paper.ink, 'M62-92H104L96-56V-20H70V-56Z', 4) +
    cut(paper.sun, box(58, -98, 50, 16, 8), 3) +
    cut(paper.leaf, 'M-40-36H96Q134-36 134 14 134 60 110 60H-40Z', 6) +
    cut('#23865F', 'M-144-80H-20V64H-144Z', 6) +
    cut(paper.persimmon, box(-160, -100, 156, 28, 14), 5) +
    cut(paper.ice, box(-118, -56, 72, 54, 10), 0) +
    cut(paper.sun, round(134, 12, 15), 3) +
    strip('#23865F', 8, 'M0-32V56M44-32V56') +
    cut(paper.persimmon, 'M-150 58H136L160 96H-150Z', 5) +
    wheel(-92, 92, 42) +
    wheel(20, 102, 32) +
    wheel(96, 102, 32) +
    strip(paper.stone, 9, 'M-92 102H96')
  );
}
