import { allowTopLevel } from '#schema/rules/email.ts';
import { tokenlessClient } from '#web/staff/apollo/tokenless-client.ts';
import { SettingsDocument, type SettingsQuery } from '#web/staff/operations.generated.ts';

/** Lets the forms accept what the API accepts, and the monitoring service know; without an answer the spec's own limits stay. */
export async function loadSettings(): Promise<void> {
  const { data } = await tokenlessClient.query<SettingsQuery>({ query: SettingsDocument });
  if (!data) return;
  const { emailTopLevelMaximum, telemetryUrl } = data.settings;
  allowTopLevel(emailTopLevelMaximum);
  if (telemetryUrl) (await import('#web/shared/telemetry/start-telemetry.ts')).startTelemetry(telemetryUrl);
}
