import fontUrl from '@fontsource-variable/fredoka/files/fredoka-latin-wght-normal.woff2?url';
import { bad, type Verdict } from './verdict.ts';

/** Mbit/s: what the pages are made for. */
export const enough = 1;

/** How often the file is fetched, at once: some 200 kB in all, which no server can make smaller on the way. */
const times = 8;

/** Fetches one of our own files anew, and counts what came in which time. */
export async function checkSpeed(): Promise<Verdict> {
  try {
    const start = performance.now();
    const files = await Promise.all(Array.from({ length: times }, (_, time) => sizeOf(`${fontUrl}?check=${time}`)));
    const bytes = files.reduce((sum, size) => sum + size, 0);
    return speedVerdict(bytes, performance.now() - start);
  } catch {
    return bad('speed-offline');
  }
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}

/** Whether so many bytes in so many milliseconds are enough. */
export function speedVerdict(bytes: number, milliseconds: number): Verdict {
  const speed = (8 * bytes) / 1000 / Math.max(1, milliseconds);
  return speed >= enough ? { step: 'good', speed } : { step: 'bad', advice: 'speed-slow', speed };
}
