import { fileMaximum } from '#schema/rules/files.ts';

/** What a film is to become: pixels, and bits a second. */
export interface FilmPlan {
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
}

interface FilmFacts {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

/** Bits a second: clear for a child's voice and a piano; more is not seen on a small screen. */
export const soundBitrate = 96_000;
const mostBitrate = 2_500_000;

/** Encoders do not keep to what they are told; the container takes some as well. */
const room = 0.88;

/** Below this many bits a second, fewer pixels look better. */
const lowBitrate = 900_000;

/** As good as fits into 10 MB, and never larger than it was. `share`: how much of that is used. */
export function planOf({ width, height, seconds }: FilmFacts, share = 1): FilmPlan {
  const fits = (fileMaximum * 8 * room) / Math.max(seconds, 1) - soundBitrate;
  const bitrate = Math.round(share * Math.min(mostBitrate, fits));
  const most = bitrate < lowBitrate ? 480 : 720;
  const scale = Math.min(1, most / Math.min(width, height), (most * 16) / 9 / Math.max(width, height));
  // Encoders want even numbers.
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height), bitrate };
}
