import { z } from 'zod';
import { requiredDate } from '../rest/values.ts';

/**
 * Section 5's rules of a report's period. `From` is its first day, `To` the day after its last, both beginning at
 * 00:00 in the school's zone. So `To` is always after `From`, and one day is a report too: 2026-04-01 to 2026-04-02.
 */
export const reportPeriod = z
  .object({ From: requiredDate('messages.fromDateRequire'), To: requiredDate('messages.toDateRequire') })
  .superRefine(({ From, To }, context) => {
    if (To <= From) context.addIssue({ code: 'custom', path: ['To'], message: 'messages.toDateAfterFrom' });
  });
export type ReportPeriod = z.output<typeof reportPeriod>;

/** A leap year: as many days as a chart, and the table beside it, can show. */
export const mostDays = 366;
const dayMs = 86_400_000;

/** The same period where every day of it is a row. */
export const chartPeriod = <Period extends z.ZodType<ReportPeriod>>(period: Period) =>
  period.superRefine(({ From, To }, context) => {
    if (Date.parse(To) - Date.parse(From) > mostDays * dayMs)
      context.addIssue({ code: 'custom', path: ['To'], message: 'messages.periodTooLong' });
  });
