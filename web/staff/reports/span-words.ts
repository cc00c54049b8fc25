import { dayInWords } from '#web/shared/i18n/days.ts';
import { localeOf } from '#web/shared/i18n/languages.ts';
import type { Bar, Span } from './chart-days.ts';

const date = (day: string) => new Date(`${day}T00:00:00Z`);

/** What a bar is of, whole: `1 Apr 2026`, `1 Apr 2026 – 7 Apr 2026`, `April 2026`. */
export function spanInWords({ from, to }: Pick<Bar, 'from' | 'to'>, span: Span, language: string): string {
  if (span === 'month') {
    const format = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(localeOf(language), format).format(date(from));
  }
  const [first, last] = [dayInWords(from, language), dayInWords(to, language)];
  if (from === to) return first;
  // Intl would write the days of a Japanese range with slashes.
  return language === 'jp' ? `${first}〜${last}` : `${first} – ${last}`;
}

/** As short as it can stand below the chart: `6 Apr`, `Apr 2026`. */
export function spanBelow({ from }: Pick<Bar, 'from'>, span: Span, language: string): string {
  const rest = span === 'month' ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const);
  return new Intl.DateTimeFormat(localeOf(language), { month: 'short', ...rest, timeZone: 'UTC' }).format(date(from));
}
