import { localeOf } from './languages.ts';

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

/** A formatted instant in this device's zone: `1 Apr 2026, 10:32`. */
export function instantInWords(instant: string, language: string): string {
  const month = language === 'jp' ? 'long' : 'short';
  return new Intl.DateTimeFormat(localeOf(language), {
    year: 'numeric',
    month,
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(instant));
}

/** Today on this device, as `2026-04-01`. */
export function today(now = new Date()): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
