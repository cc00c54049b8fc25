import { addDays } from '#api/school-day.ts';

/** Days from the first one to before the other, as `2026-04-01`. */
interface Period {
  readonly From: string;
  readonly To: string;
}

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The months that lie within a period, as their first day and the day after their last one; undefined when none does. */
export function wholeMonths({ From, To }: Period): Period | undefined {
  const end = firstOf(To);
  // Also so that nothing is asked about the month behind the last one of the calendar.
  if (end === firstOf(From)) return undefined;
  // A month has at most 31 days, and 31 days after its first one is the next month's first, second, third or fourth.
  const first = From === firstOf(From) ? From : firstOf(addDays(firstOf(From), 31));
  return first < end ? { From: first, To: end } : undefined;
}
