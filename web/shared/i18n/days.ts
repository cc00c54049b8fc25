import { localeOf } from '#schema/languages.ts';

/** A formatted calendar day: `1 Apr 2026`, `2026年4月1日`. A day has no zone, so no zone may shift it. */
export function dayInWords(day: string, language: string): string {
  const month = language === 'jp' ? 'long' : 'short';
  const format = new Intl.DateTimeFormat(localeOf(language), {
    year: 'numeric',
    month,
    day: 'numeric',
    timeZone: 'UTC',
  });
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : format.format(date);
}

let zone: () => string | undefined = () => undefined;

/** Sets the function that gives the time zone of all times. Where it gives none, times are in this device's zone. */
export function tellTimesIn(zoneOfTimes: () => string | undefined): void {
  zone = zoneOfTimes;
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** A formatted instant: `1 Apr 2026, 10:32`. */
export function instantInWords(instant: string, language: string): string {
  const month = language === 'jp' ? 'long' : 'short';
  return inZone(instant, language, { year: 'numeric', month, day: 'numeric', ...clock });
}

/** The time of an instant: `10:32`. */
export const timeInWords = (instant: string, language: string): string => inZone(instant, language, clock);

const inZone = (instant: string, language: string, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), { ...format, timeZone: zone() }).format(new Date(instant));

/** Today on this device, as `2026-04-01`. */
export function today(now = new Date()): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
