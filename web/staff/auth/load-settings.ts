import { allowTopLevel } from '#schema/rules/email.ts';
import { tokenlessClient } from '#web/staff/apollo/tokenless-client.ts';
import { SettingsDocument, type SettingsQuery } from '#web/staff/operations.generated.ts';
import { countDaysIn } from '#web/staff/school-today.ts';

let loading: Promise<void> | undefined;

/**
 * Lets the forms accept what the API accepts, days be the school's, and the monitoring service know; without an answer
 * the spec's own limits and this device's days stay. Asked once; resolves also when it fails.
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
  if (telemetryUrl) (await import('#web/shared/telemetry/start-telemetry.ts')).startTelemetry(telemetryUrl);
}
