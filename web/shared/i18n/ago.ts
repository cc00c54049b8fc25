import { localeOf } from '#schema/languages.ts';

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * A relative time in the largest unit that fits: `3 days ago`, `3日前`. Less than a minute ago and the future read as
 * now.
 */
export function agoInWords(instant: string, language: string, now = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(instant));
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: passed < 60_000 ? 'auto' : 'always' });
  const [unit, length] = units.find(([, each]) => passed >= each) ?? ['minute', 60_000];
  const text = format.format(-Math.floor(passed / length), unit);
  return language === 'jp' ? text.replaceAll(' ', '') : text;
}
