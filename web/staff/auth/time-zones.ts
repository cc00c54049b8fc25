import type { PickerOption } from '#web/staff/forms/picker-match.ts';

/** The zone of this browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every zone that this browser knows, and those named; found by name and by what the page's language calls them. */
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
