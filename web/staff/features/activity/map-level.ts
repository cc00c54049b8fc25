import type { MapTileFragment } from '#web/staff/operations.generated.ts';
import { presets, type Period } from '#web/staff/features/reports/period.ts';

export const levels = ['never', 'shut', 'unused', 'few', 'some', 'many'] as const;
export type Level = (typeof levels)[number];

/** The upper limits of the first two of three levels of use: up to `few` views, up to `some` views, and more. */
export interface Steps {
  readonly few: number;
  readonly some: number;
}

/** Divides the range up to the largest number of views into three equal levels. */
export function stepsOf(views: readonly number[]): Steps {
  const few = Math.max(1, Math.ceil(Math.max(0, ...views) / 3));
  return { few, some: few * 2 };
}

type Used = Pick<MapTileFragment, 'neverOpened' | 'lastOpenedOn' | 'views'>;

/** The level of a content's use, compared to the other contents of its textbook. */
export function levelOf({ neverOpened, lastOpenedOn, views }: Used, steps: Steps): Level {
  if (neverOpened) return 'never';
  // `neverOpened` leaves out contents whose code opens nothing: this content could not be opened.
  if (!lastOpenedOn) return 'shut';
  if (views === 0) return 'unused';
  if (views <= steps.few) return 'few';
  return views <= steps.some ? 'some' : 'many';
}

/** The days of a map: all stored days, or one of the presets. */
export const mapDays = ['all', 'week', 'month', 'schoolYear'] as const;
export type MapDays = (typeof mapDays)[number];

/** The days named in the URL; all days if the URL names none or an unknown name. */
export const mapDaysOf = (asked: string | null): MapDays => mapDays.find((days) => days === asked) ?? 'all';

/** The period of the query; undefined for all days. */
export const periodOfMap = (days: MapDays, today: string): Period | undefined =>
  days === 'all' ? undefined : presets(today)[days];
