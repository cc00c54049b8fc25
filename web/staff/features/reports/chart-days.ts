import type { UsageDayLineFragment } from '#web/staff/operations.generated.ts';
import { dayAfter } from './period.ts';

/** The lengths of time that a bar of the chart, and a row of its table, can cover. */
export const spans = ['day', 'week', 'month'] as const;
export type Span = (typeof spans)[number];

export interface Bar {
  readonly from: string;
  /** The bar's last day, within the period. */
  readonly to: string;
  readonly visitors: number;
  readonly views: number;
  readonly duration: number;
}

export const measures = ['visitors', 'views', 'duration'] as const;
export type Measure = (typeof measures)[number];

/** The span named in the URL, else the shortest span whose bars stay distinguishable on a small screen. */
export function spanOf(asked: string | undefined, days: number): Span {
  const usual = days <= 62 ? 'day' : days <= 186 ? 'week' : 'month';
  return spans.find((span) => span === asked) ?? usual;
}

/**
 * Groups the days of a period into spans; the period may cut the first and last span. A visitor on two days counts
 * twice, as in the totals.
 */
export function barsOf(days: readonly UsageDayLineFragment[], span: Span): Bar[] {
  const bars: Bar[] = [];
  let current = '';
  for (const { date, visitors, views, duration } of days) {
    const start = startOf(date, span);
    const last = start === current ? bars.pop() : undefined;
    current = start;
    bars.push({
      from: last?.from ?? date,
      to: date,
      visitors: visitors + (last?.visitors ?? 0),
      views: views + (last?.views ?? 0),
      duration: duration + (last?.duration ?? 0),
    });
  }
  return bars;
}

// Weeks begin on Monday, as school weeks do.
function startOf(day: string, span: Span): string {
  if (span === 'month') return day.slice(0, 7);
  return span === 'week' ? dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7)) : day;
}

/** The sums over all bars, which equal the report's totals. */
export function sumOf(bars: readonly Bar[]): Record<Measure, number> {
  const sum = (measure: Measure) => bars.reduce((all, bar) => all + bar[measure], 0);
  return { visitors: sum('visitors'), views: sum('views'), duration: sum('duration') };
}
