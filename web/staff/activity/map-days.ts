import { presets, type Period } from '#web/staff/reports/period.ts';

/** The days of a map: all that are kept, or one of the usual periods. */
export const mapDays = ['all', 'week', 'month', 'schoolYear'] as const;
export type MapDays = (typeof mapDays)[number];

/** What the URL asks for; all days where it asks for none, or for none that there are. */
export const mapDaysOf = (asked: string | null): MapDays => mapDays.find((days) => days === asked) ?? 'all';

/** The period to ask for; undefined for all days. */
export const periodOfMap = (days: MapDays, today: string): Period | undefined =>
  days === 'all' ? undefined : presets(today)[days];
