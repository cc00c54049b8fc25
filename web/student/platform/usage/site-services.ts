import { patterns } from '#web/shared/paths.ts';
import { isObject } from '#web/shared/is-object.ts';
import { session } from '#web/shared/storage.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { SiteServicesDocument, type SiteServicesQuery } from '#web/student/operations.generated.ts';

/** Milliseconds before the first request, so that the page loads first. */
const patience = 2_000;

/** Loads the installation's external services and calls them; failures are ignored. */
async function callServices(): Promise<void> {
  const { data } = await studentClient.query<SiteServicesQuery>({ query: SiteServicesDocument });
  const { ipLookupUrl, telemetryUrl } = data?.settings ?? {};
  if (telemetryUrl) {
    const { startTelemetry } = await import('#web/shared/telemetry/start-telemetry.ts');
    startTelemetry(telemetryUrl, Object.values(patterns));
  }
  if (ipLookupUrl) await lookUpAddress(ipLookupUrl, session);
}

/** Calls the services after the page has loaded. */
export function callServicesLater(): () => void {
  const timer = setTimeout(() => void callServices().catch(() => undefined), patience);
  return () => clearTimeout(timer);
}

/** The key of section 3 in the session storage. */
const key = 'ipAddress';

/** The address that this tab's look-up found; undefined before, or when it found none. */
export function visitorAddress(session: () => Storage): string | undefined {
  try {
    return session().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Asks a look-up service with a JSON answer for the visitor's public address (section 7), once per tab. */
export async function lookUpAddress(url: string, session: () => Storage): Promise<void> {
  if (visitorAddress(session) !== undefined) return;
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  const answer: unknown = await response.json();
  if (!response.ok || !isObject(answer) || typeof answer.ip !== 'string') return;
  // Cut to the length of an address, since the service is foreign.
  session().setItem(key, answer.ip.slice(0, 64));
}
