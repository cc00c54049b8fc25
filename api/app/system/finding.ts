import {
  type SystemCheck,
  type SystemCheckName,
  type SystemFinding,
  systemFindings,
  type SystemState,
  type SystemValues,
} from '#schema/rest/system.ts';

/** A finding of a check, with the values of its text. */
export function found<Check extends SystemCheckName>(
  check: Check,
  finding: SystemFinding<Check>,
  values: SystemValues = {},
): SystemCheck {
  const states: Readonly<Record<string, SystemState>> = systemFindings[check];
  return {
    check,
    finding,
    state: states[finding] ?? 'wrong',
    values: Object.entries(values).map(([name, value]) => ({ name, value: String(value) })),
  };
}

/** Turns a failed check into a finding, so that the other checks are still reported. */
export async function attempted(
  check: SystemCheckName,
  ask: () => Promise<SystemCheck | readonly SystemCheck[]>,
): Promise<readonly SystemCheck[]> {
  try {
    return [await ask()].flat();
  } catch (error) {
    return [{ check, finding: 'unanswered', state: 'wrong', values: [{ name: 'reason', value: reasonOf(error) }] }];
  }
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size as both languages write it: `1.5 GB`. */
export function sizeInWords(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step] ?? 'B'}`;
}

/** The reason of a failure without its message, which may contain an address with a password. */
export function reasonOf(error: unknown): string {
  // Node reports a refused certificate's reason as a string.
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return 'error';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? reasonOf(error.cause) : error.name;
}

export const hoursSince = (instant: Date, now = Date.now()): number =>
  Math.max(0, Math.round((now - instant.getTime()) / 3_600_000));

/** At least 1, since a finding tells of an instant that lies ahead. */
export const daysAhead = (instant: Date, now = Date.now()): number =>
  Math.max(1, Math.round((instant.getTime() - now) / 86_400_000));

export const daysSince = (instant: Date, now = Date.now()): number =>
  Math.max(0, Math.round((now - instant.getTime()) / 86_400_000));
