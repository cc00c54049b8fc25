import { at, box, cut, flower, paper, round, strip, tint, twin } from './svg.ts';

/** Things to eat. Each is drawn around 0,0 and fits a square of 260. */
export function apple(): string {
  return (
    strip(paper.bark, 12, 'M0-58Q2-92 18-108') +
    at({ x: 12, y: -76, turn: -20 }, cut(paper.leaf, 'M0 0C16-40 52-50 82-38 74-8 36 14 0 0Z', 3)) +
    cut(
      paper.persimmon,
      'M0-54C40-84 104-64 104 8 104 74 56 116 22 110 8 106-8 106-22 110-56 116-104 74-104 8-104-64-40-84 0-54Z',
      7,
    ) +
    tint(0.35, cut(paper.white, 'M-78 4C-78-28-60-46-40-48-58-26-64 0-60 30-72 28-78 18-78 4Z', 0))
  );
}

export function banana(): string {
  return (
    cut('#F2B21F', 'M-96-70C-88 40 0 110 106 76 112 70 112 60 106 56 30 56-30 0-50-80Z', 6) +
    cut(paper.sun, 'M-96-70C-70 20 10 80 106 56 40 96-96 90-112-62Z', 5) +
    cut(paper.bark, 'M-114-62-94-104-68-98-50-78Z', 2)
  );
}

export function riceBall(): string {
  return (
    cut(
      paper.white,
      'M0-108C30-108 48-72 78-22 108 28 124 60 100 86 84 104-84 104-100 86-124 60-108 28-78-22-48-72-30-108 0-108Z',
      8,
    ) +
    cut('#24392F', 'M-46 20H46V100C20 104-20 104-46 100Z', 3) +
    twin(cut(paper.ink, round(28, -20, 7, 9), 0), cut(paper.sakura, round(48, 0, 12, 8), 0)) +
    strip(paper.ink, 5, 'M-12-2Q0 10 12-2')
  );
}

export function bread(): string {
  return (
    cut('#C98643', 'M-96-30C-128-70-90-102-50-102H50C90-102 128-70 96-30V76Q96 96 76 96H-76Q-96 96-96 76Z', 7) +
    cut('#F7DDAE', 'M-76-34C-104-64-74-82-46-82H46C74-82 104-64 76-34V68Q76 76 68 76H-68Q-76 76-76 68Z', 0) +
    twin(cut(paper.ink, round(26, -4, 7, 9), 0), cut(paper.sakura, round(46, 16, 12, 8), 0)) +
    strip(paper.ink, 5, 'M-12 14Q0 28 12 14')
  );
}

export function milk(): string {
  return (
    cut(paper.water, 'M-66-50-40-104H40L66-50Z', 3) +
    cut(paper.ice, box(-44, -124, 88, 26, 6), 3) +
    cut(paper.white, 'M-66-50H66V112H-66Z', 7) +
    cut(paper.water, 'M-66 44q16-22 33 0t33 0 33 0 33 0V112H-66Z', 0) +
    cut(paper.leaf, round(0, -4, 34), 0) +
    cut(paper.white, 'M-16 6C-16-14-6-26 0-26 6-26 16-14 16 6A16 14 0 0 1-16 6Z', 0)
  );
}

export function fish(): string {
  return (
    cut('#1F7FB8', 'M70 0 128-52Q134 0 128 52Z', 4) +
    cut('#1F7FB8', 'M-20-56 30-92 44-40ZM-6 52 30 80 36 42Z', 3) +
    cut(paper.water, 'M-118 4C-84-70 40-84 92 0 40 84-84 74-118 4Z', 6) +
    cut(paper.ice, 'M-118 4C-60 20 30 26 92 0 40 84-84 74-118 4Z', 0) +
    strip('#1F7FB8', 6, 'M-46-36Q-26 4-48 40M4-24q16 22 0 44M38-16q12 16 0 32') +
    cut(paper.white, round(-74, -12, 14), 0) +
    cut(paper.ink, round(-76, -11, 8), 0)
  );
}

export function egg(): string {
  return (
    cut(
      paper.white,
      'M-10-96C40-110 70-70 100-46 136-16 116 50 76 66 40 82 22 108-30 98-70 90-74 66-98 40-124 8-110-40-82-52-50-66-46-86-10-96Z',
      7,
    ) +
    cut(paper.sun, round(2, -4, 50), 4) +
    tint(0.6, cut(paper.white, round(-16, -22, 14, 10), 0))
  );
}

export function cake(): string {
  const strawberry =
    cut(paper.persimmon, 'M-26-8C-24-30 24-30 26-8 24 16 8 32 0 32-8 32-24 16-26-8Z', 3) +
    cut(paper.leaf, flower(0, -20, 12, 5), 0);
  return (
    cut(paper.sand, 'M-112-20 98-76Q116-50 116-20V84H-112Z', 7) +
    cut(paper.white, 'M-112 16H116V44H-112Z', 0) +
    cut(
      paper.sakura,
      'M-80 30a10 10 0 1 0 20 0 10 10 0 1 0-20 0M-10 30a10 10 0 1 0 20 0 10 10 0 1 0-20 0M60 30a10 10 0 1 0 20 0 10 10 0 1 0-20 0',
      0,
    ) +
    cut(
      paper.white,
      'M-112-26 98-78Q116-52 116-20 108 0 94-14 80 2 66-14 50 6 36-12 18 8 4-12-14 8-28-12-46 8-60-12-78 6-90-12-112 4-112-26Z',
      3,
    ) +
    at({ x: 18, y: -78, scale: 1.15 }, strawberry)
  );
}

export function strawberry(): string {
  const seed = (x: number, y: number) => cut(paper.sun, round(x, y, 5, 8), 0);
  return (
    cut(paper.persimmon, 'M-96-26C-96-84 96-84 96-26 96 36 30 116 0 116-30 116-96 36-96-26Z', 7) +
    seed(-52, -8) +
    seed(0, -14) +
    seed(52, -8) +
    seed(-28, 32) +
    seed(28, 32) +
    seed(0, 72) +
    cut(
      paper.leaf,
      'M0-40Q-10-70-8-104H8Q10-70 0-40ZM0-50C-30-92-66-94-92-78-70-40-30-30 0-50ZM0-50C30-92 66-94 92-78 70-40 30-30 0-50Z',
      3,
    )
  );
}

export function curry(): string {
  return (
    cut(paper.water, round(0, 30, 128, 62), 8) +
    cut(paper.white, round(0, 20, 116, 52), 0) +
    cut('#B56A24', 'M-20-10C40-26 96-12 98 18 98 46 40 62-20 56Q16 24-20-10Z', 2) +
    cut('#FFFDF6', 'M-94 20C-104-30-40-60 0-34 30-12 24 40-4 54-50 62-92 46-94 20Z', 4) +
    cut(paper.orange, box(28, 2, 26, 22, 7), 2) +
    cut(paper.sun, box(58, 20, 26, 20, 7), 2) +
    cut(paper.leaf, round(42, 40, 9), 2) +
    tint(0.7, strip(paper.white, 8, 'M-40-70q-16-18 0-34t0-34M10-70q-16-18 0-34t0-34'))
  );
}

export function misoSoup(): string {
  return (
    cut(paper.ink, 'M-36 88H36L44 112H-44Z', 4) +
    cut('#B83A22', 'M-122-16H122C122 56 66 96 0 96-66 96-122 56-122-16Z', 7) +
    cut('#8E2A18', round(0, -16, 122, 34), 0) +
    cut('#D9A45B', round(0, -14, 106, 26), 0) +
    cut(paper.white, box(-52, -30, 34, 22, 5), 2) +
    cut(paper.white, box(12, -22, 34, 22, 5), 2) +
    cut(paper.leaf, round(-4, -26, 12, 6) + round(62, -20, 12, 6) + round(-72, -14, 11, 6), 0) +
    tint(0.8, strip(paper.stone, 8, 'M-30-60q-16-18 0-34t0-30M24-60q-16-18 0-34t0-30'))
  );
}
