import { at, cut, paper, round, strip, tint } from './svg.ts';

/** Swimmers, drawn around 0,0. They look to the left, unless a comment says otherwise. */
export function duck(): string {
  return (
    cut(paper.sun, 'M-66 20C-70-20-30-34 0-30 50-26 84-40 110-66 124-10 116 70 20 72-40 72-62 56-66 20Z', 6) +
    cut('#EDA81F', 'M-10 10C30-6 70 2 88-18 92 30 54 50 20 46-2 44-14 30-10 10Z', 3) +
    cut(paper.sun, round(-56, -52, 48), 5) +
    cut(paper.persimmon, 'M-98-58C-124-62-140-50-142-42-126-34-108-34-94-40Z', 3) +
    cut(paper.ink, round(-70, -64, 7, 9), 0) +
    cut(paper.sakura, round(-48, -42, 11, 8), 0)
  );
}

/** In mid-leap. */
export function dolphin(): string {
  return (
    cut(
      '#2784BD',
      'M118 78C150 60 184 66 200 88 176 88 160 96 150 112 158 134 150 156 130 168 132 144 116 128 98 116Z',
      4,
    ) +
    cut('#2784BD', 'M-10-84C10-122 48-132 70-124 56-104 54-84 58-66Z', 4) +
    cut(
      paper.water,
      'M-196 22C-206 14-198 2-184 4-160-52-100-92-30-90 70-86 132 0 140 104 96 64 40 42-20 46-80 52-140 60-164 40-180 40-192 32-196 22Z',
      7,
    ) +
    cut('#E6F4FD', 'M-164 40C-120 34-60 6 0 14 60 22 110 60 140 104 96 64 40 42-20 46-80 52-140 60-164 40Z', 0) +
    cut('#2784BD', 'M-60 22C-66 60-50 92-24 102-14 70-18 40-26 18Z', 4) +
    cut(paper.ink, round(-124, -8, 8, 10), 0) +
    cut(paper.white, round(-122, -12, 3), 0) +
    cut(paper.sakura, round(-104, 12, 12, 8), 0) +
    strip(paper.ink, 5, 'M-172 18Q-156 28-142 18')
  );
}

export function shrimp(): string {
  return (
    strip(paper.persimmon, 6, 'M-70-60C-130-110-150-60-160-30M-60-66C-100-130-150-120-176-90') +
    strip(paper.persimmon, 9, 'M-40 10-60 40M-12 26-24 60M20 30 18 64M48 22 58 54') +
    cut(
      paper.persimmon,
      'M104 38C140 20 156 44 150 66 134 58 118 62 112 76 100 94 78 90 74 76 90 70 98 54 104 38Z',
      4,
    ) +
    cut(paper.orange, 'M-92-46C-60-92 40-96 90-30 114 4 112 40 100 62 80 30 50 26 20 34-30 44-84 10-92-46Z', 6) +
    strip('#FFD0AE', 7, 'M-20-74Q-34-20-10 30M26-74Q16-20 34 26M68-52Q56-10 74 34') +
    cut(paper.ink, round(-62, -40, 8, 10), 0) +
    cut(paper.white, round(-60, -44, 3), 0) +
    cut(paper.sakura, round(-46, -18, 10, 7), 0)
  );
}

export function whale(): string {
  return (
    strip(paper.ice, 14, 'M-70-150Q-74-200-120-210M-70-150Q-66-200-20-210M-70-150V-214') +
    cut('#1F6EA6', 'M168-20C190-90 236-110 270-100 262-70 262-60 280-36 240-26 214-10 204 30Z', 5) +
    cut(
      '#2784BD',
      'M-230 10C-230-100-120-150-30-140 70-130 130-60 200-30 210 60 120 150-20 150-140 150-230 110-230 10Z',
      9,
    ) +
    cut('#E6F4FD', 'M-230 20C-150 60-40 70 40 150-20 156-70 152-110 140-180 118-228 80-230 20Z', 0) +
    strip('#BBD9EE', 6, 'M-196 70Q-120 90-70 146M-214 46Q-110 70-30 148') +
    cut('#1F6EA6', 'M10 70C20 110 60 140 100 134 96 96 70 66 40 50Z', 5) +
    cut(paper.ink, round(-140, -16, 11, 14), 0) +
    cut(paper.white, round(-137, -22, 4), 0) +
    cut(paper.sakura, round(-112, 14, 18, 12), 0) +
    strip(paper.ink, 6, 'M-206 14Q-180 34-158 18')
  );
}

export function boat(): string {
  return (
    strip(paper.bark, 14, 'M0 0V-230') +
    cut(paper.white, 'M14-226C90-190 120-110 120-40H14Z', 6) +
    cut(paper.sun, 'M-14-200C-70-160-96-100-100-40H-14Z', 6) +
    cut(paper.persimmon, 'M0-236 52-222 0-206Z', 3) +
    cut(paper.persimmon, 'M-150-24H150C140 40 110 66 80 66H-80C-110 66-140 40-150-24Z', 8) +
    tint(0.9, cut(paper.cream, 'M-150-24H150L145 2H-145Z', 0)) +
    at({ x: 0, y: 34 }, cut(paper.ice, round(-60, 0, 14) + round(0, 0, 14) + round(60, 0, 14), 0))
  );
}
