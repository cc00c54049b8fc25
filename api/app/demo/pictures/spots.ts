import type { SoundId } from '../sounds/synthesise.ts';
import { pageSize } from './page-frame.ts';

/** An item of a Push-and-Listen page: its place in percent of the picture's width and height, and its sound. */
export interface Spot {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  sound: SoundId;
}

interface Placed {
  name: string;
  sound: SoundId;
  /** Left, top, width and height in units of the page. */
  area: readonly [number, number, number, number];
}

const percent = (length: number, whole: number) => Math.round((length / whole) * 10_000) / 100;

/** The spots of a page from the very numbers it was drawn with. */
export function spotsOf(items: readonly Placed[]): Spot[] {
  return items.map(({ name, sound, area: [x, y, width, height] }) => ({
    name,
    sound,
    x: percent(x, pageSize.width),
    y: percent(y, pageSize.height),
    width: percent(width, pageSize.width),
    height: percent(height, pageSize.height),
  }));
}
