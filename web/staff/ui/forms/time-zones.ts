import type { PickerOption } from './picker-options.ts';

/** Every time zone of this browser and the given ones; the search finds a zone by its name and by its translation. */
export function timeZoneOptions(language: string, more: readonly string[]): readonly PickerOption[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...more]);
  return [...names].sort().map((value) => ({ value, label: value, detail: wordsOf(value, language) }));
}

function wordsOf(timeZone: string, language: string): string {
  const now = new Date();
  const part = (timeZoneName: 'long' | 'longOffset') =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${part('long')} · ${part('longOffset')}`;
}
