import { patterns } from '#web/paths.ts';
import { allowTopLevel } from '#schema/rules/email.ts';
import { today } from '#web/shared/i18n/days.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { SettingsDocument, type SettingsQuery } from '#web/staff/operations.generated.ts';
import { type Namespace, words } from '#web/shared/i18n/words.ts';

let zone: string | undefined;

/** Sets the school's time zone. */
export function countDaysIn(timeZone: string): void {
  zone = timeZone;
}

/** Today in the school's time zone, as `2026-04-01`; in this device's zone until the school's is known. */
export function schoolToday(now = new Date()): string {
  // Swedish writes dates the way ISO does.
  return zone === undefined ? today(now) : new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now);
}

let loading: Promise<void> | undefined;

/**
 * Fetches the limits of the forms, the school's time zone and the address of the monitoring service, once. When the
 * request fails, the spec's limits and this device's time zone stay; the promise resolves all the same.
 */
export function loadSettings(): Promise<void> {
  loading ??= load().catch(() => undefined);
  return loading;
}

async function load(): Promise<void> {
  const { data } = await tokenlessClient.query<SettingsQuery>({ query: SettingsDocument });
  if (!data) return;
  const { emailTopLevelMaximum, telemetryUrl, timeZone } = data.settings;
  allowTopLevel(emailTopLevelMaximum);
  countDaysIn(timeZone);
  if (telemetryUrl) {
    const { startTelemetry } = await import('#web/shared/telemetry/start-telemetry.ts');
    startTelemetry(telemetryUrl, Object.values(patterns));
  }
}

/** A loader for a screen that shows days: fetches its words and the school's time zone. */
export const wordsAndDays =
  (...namespaces: readonly Namespace[]) =>
  async (): Promise<null> => {
    await Promise.all([words(...namespaces)(), loadSettings()]);
    return null;
  };
