import fontUrl from '@fontsource-variable/fredoka/files/fredoka-latin-wght-normal.woff2?url';
import { bad, type CheckResult } from './check-result.ts';

/** In Mbit/s: the speed that the pages are designed for. */
export const enough = 1;

/** The number of parallel requests for the file: about 200 kB in all, which no server can compress. */
const times = 8;

/** Measures the speed of fetching one of our files past the browser's cache. */
export async function checkSpeed(): Promise<CheckResult> {
  try {
    const start = performance.now();
    const files = await Promise.all(Array.from({ length: times }, (_, time) => sizeOf(`${fontUrl}?check=${time}`)));
    const bytes = files.reduce((sum, size) => sum + size, 0);
    return speedResult(bytes, performance.now() - start);
  } catch {
    return bad('speed-offline');
  }
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}

/** Compares the measured speed with `enough`. */
export function speedResult(bytes: number, milliseconds: number): CheckResult {
  const speed = (8 * bytes) / 1000 / Math.max(1, milliseconds);
  return speed >= enough ? { step: 'good', speed } : { step: 'bad', advice: 'speed-slow', speed };
}
