import { fileMaximum } from '#schema/rules/files.ts';

/** The target size in pixels and bit rate in bits per second. */
export interface VideoPlan {
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
}

interface VideoFacts {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

/** Bits per second: enough for a child's voice and a piano. */
export const soundBitrate = 96_000;
const mostBitrate = 2_500_000;

/** The share of the maximum size to aim at: encoders exceed their targets, and the container needs some bytes. */
const room = 0.88;

/** Below this bit rate, a smaller frame looks better. In bits per second. */
const lowBitrate = 900_000;

/** The best quality that fits into 10 MB, never larger than the source. `share`: the part of 10 MB to use. */
export function planOf({ width, height, seconds }: VideoFacts, share = 1): VideoPlan {
  const fits = (fileMaximum * 8 * room) / Math.max(seconds, 1) - soundBitrate;
  const bitrate = Math.round(share * Math.min(mostBitrate, fits));
  const most = bitrate < lowBitrate ? 480 : 720;
  const scale = Math.min(1, most / Math.min(width, height), (most * 16) / 9 / Math.max(width, height));
  // Encoders need even sizes.
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height), bitrate };
}
