import { patterns } from '#web/paths.ts';
import { allowTopLevel } from '#schema/rules/email.ts';
import { instantsIn, isTimeZone } from '#schema/time-zone.ts';
import { tellTimesIn, today } from '#web/shared/i18n/days.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { SettingsDocument, type SettingsQuery } from '#web/staff/operations.generated.ts';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';
import { type Namespace, words } from '#web/shared/i18n/words.ts';

let installationZone: string | undefined;

/** The zone of the signed-in person's schools, else the installation's; undefined until it is known. */
function schoolZone(): string | undefined {
  return loginInfo()?.timeZone ?? installationZone;
}
tellTimesIn(schoolZone);

/** Today in the school's time zone, as `2026-04-01`; in this device's zone until the school's is known. */
export function schoolToday(now = new Date()): string {
  const timeZone = schoolZone();
  // Swedish writes dates the way ISO does.
  return timeZone === undefined ? today(now) : new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
}

/** The day of an instant in the school's time zone, as `2026-04-01`. */
export const schoolDayOf = (instant: string): string => schoolToday(new Date(instant));

/** The last second of a day in the school's time zone. */
export const endOfSchoolDay = (day: string): Date => instantsIn(schoolZone())(Date.parse(`${day}T23:59:59Z`));

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
  if (isTimeZone(timeZone)) installationZone = timeZone;
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
