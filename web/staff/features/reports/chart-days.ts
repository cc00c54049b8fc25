import type { UsageDayLineFragment } from '#web/staff/operations.generated.ts';
import { dayAfter } from './period.ts';

/** What one bar of the chart, and one line of its table, may be of. */
export const spans = ['day', 'week', 'month'] as const;
export type Span = (typeof spans)[number];

export interface Bar {
  readonly from: string;
  /** Its last day, within the period. */
  readonly to: string;
  readonly visitors: number;
  readonly views: number;
  readonly duration: number;
}

export const measures = ['visitors', 'views', 'duration'] as const;
export type Measure = (typeof measures)[number];

/** The span that the URL asks for, else the one whose bars are still told apart on a small screen. */
export function spanOf(asked: string | undefined, days: number): Span {
  const usual = days <= 62 ? 'day' : days <= 186 ? 'week' : 'month';
  return spans.find((span) => span === asked) ?? usual;
}

/** The days of a period in spans, the first and last of which it may cut. A visitor of two days counts twice, as in the totals. */
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

/** Each number of all the bars together: what the totals of the report say. */
export function sumOf(bars: readonly Bar[]): Record<Measure, number> {
  const sum = (measure: Measure) => bars.reduce((all, bar) => all + bar[measure], 0);
  return { visitors: sum('visitors'), views: sum('views'), duration: sum('duration') };
}
