import { session } from '#web/shared/storage.ts';
import { studentClient } from '#web/student/apollo/student-client.ts';
import { SiteServicesDocument, type SiteServicesQuery } from '#web/student/operations.generated.ts';
import { lookUpAddress } from './visitor-address.ts';

/** Milliseconds in which a first page has come: nothing here is worth a child's waiting. */
const patience = 2_000;

/** Asks which services this installation has beside itself, and calls them; whatever fails is nobody's trouble. */
async function callServices(): Promise<void> {
  const { data } = await studentClient.query<SiteServicesQuery>({ query: SiteServicesDocument });
  const { ipLookupUrl, telemetryUrl } = data?.settings ?? {};
  if (telemetryUrl) (await import('#web/shared/telemetry/start-telemetry.ts')).startTelemetry(telemetryUrl);
  if (ipLookupUrl) await lookUpAddress(ipLookupUrl, session);
}

/** Does so once the page has had its time. */
export function callServicesLater(): () => void {
  const timer = setTimeout(() => void callServices().catch(() => undefined), patience);
  return () => clearTimeout(timer);
}
