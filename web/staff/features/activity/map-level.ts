import type { MapTileFragment } from '#web/staff/operations.generated.ts';
import { presets, type Period } from '#web/staff/features/reports/period.ts';

export const levels = ['never', 'shut', 'unused', 'few', 'some', 'many'] as const;
export type Level = (typeof levels)[number];

/** How the views of a map are parted: up to `few` times, up to `some` times, and more. */
export interface Steps {
  readonly few: number;
  readonly some: number;
}

/** The limits of three equal steps up to the largest number. */
export function stepsOf(views: readonly number[]): Steps {
  const few = Math.max(1, Math.ceil(Math.max(0, ...views) / 3));
  return { few, some: few * 2 };
}

type Used = Pick<MapTileFragment, 'neverOpened' | 'lastOpenedOn' | 'views'>;

/** The step of a content: how much it is used, compared to the others of its textbook. */
export function levelOf({ neverOpened, lastOpenedOn, views }: Used, steps: Steps): Level {
  if (neverOpened) return 'never';
  // Never opened either, but nothing could.
  if (!lastOpenedOn) return 'shut';
  if (views === 0) return 'unused';
  if (views <= steps.few) return 'few';
  return views <= steps.some ? 'some' : 'many';
}

/** The days of a map: all stored days, or one of the presets. */
export const mapDays = ['all', 'week', 'month', 'schoolYear'] as const;
export type MapDays = (typeof mapDays)[number];

/** What the URL asks for; all days where it asks for none, or for none that there are. */
export const mapDaysOf = (asked: string | null): MapDays => mapDays.find((days) => days === asked) ?? 'all';

/** The period to ask for; undefined for all days. */
export const periodOfMap = (days: MapDays, today: string): Period | undefined =>
  days === 'all' ? undefined : presets(today)[days];
