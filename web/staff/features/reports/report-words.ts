import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { localeOf } from '#schema/languages.ts';
import type { Bar, Span, Measure } from './chart-days.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A length of time in its two largest units: `45 s`, `3 min 5 s`, `12 h 40 min`. The words are in `reports`. */
export function lengthInWords(milliseconds: number, t: TFunction<'reports'>): string {
  const whole = Math.round(milliseconds / second) * second;
  const hours = Math.floor(whole / hour);
  const minutes = Math.floor((whole % hour) / minute);
  const seconds = Math.floor((whole % minute) / second);
  if (hours > 0) return t('hoursMinutes', { hours, minutes });
  return minutes > 0 ? t('minutesSeconds', { minutes, seconds }) : t('seconds', { seconds });
}

const date = (day: string) => new Date(`${day}T00:00:00Z`);

/** The days that a bar stands for, in full: `1 Apr 2026`, `1 Apr 2026 – 7 Apr 2026`, `April 2026`. */
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

/** A short label below the chart: `6 Apr`, `Apr 2026`. */
export function spanBelow({ from }: Pick<Bar, 'from'>, span: Span, language: string): string {
  const rest = span === 'month' ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const);
  return new Intl.DateTimeFormat(localeOf(language), { month: 'short', ...rest, timeZone: 'UTC' }).format(date(from));
}

/** Formats a number of the chart: durations as lengths of time, all others as whole numbers. */
export function useMeasureWords(): (measure: Measure, value: number) => string {
  const { t, i18n } = useTranslation('reports');
  const format = new Intl.NumberFormat(localeOf(i18n.language));
  return (measure, value) => (measure === 'duration' ? lengthInWords(value, t) : format.format(value));
}
