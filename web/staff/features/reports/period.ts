import { reportPeriod } from '#schema/rules/reports.ts';

/** `from` is the first day of a report, `to` the day after its last: see `schema/rules/reports.ts`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const presetNames = ['today', 'week', 'month', 'schoolYear'] as const;
export type PresetName = (typeof presetNames)[number];

const dayLength = 86_400_000;

/** The date `days` days after a day; negative numbers go back. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}

export const dayCount = ({ from, to }: Period): number => Math.round((Date.parse(to) - Date.parse(from)) / dayLength);

/** The most used periods, relative to a day. The school year starts on 1 April. */
export function presets(today: string): Readonly<Record<PresetName, Period>> {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const monthStart = (months: number) => new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const schoolYear = month >= 4 ? year : year - 1;
  return {
    today: { from: today, to: dayAfter(today) },
    week: { from: dayAfter(today, -6), to: dayAfter(today) },
    month: { from: monthStart(0), to: monthStart(1) },
    schoolYear: { from: `${schoolYear}-04-01`, to: `${schoolYear + 1}-04-01` },
  };
}

/** The period named in the URL; the last seven days if the URL names none or an invalid one. */
export function periodOf({ from, to }: Partial<Period>, today: string): Period {
  const parsedPeriod = reportPeriod.safeParse({ From: from, To: to });
  return parsedPeriod.success ? { from: parsedPeriod.data.From, to: parsedPeriod.data.To } : presets(today).week;
}
