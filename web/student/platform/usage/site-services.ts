import { session, isRecord } from '#web/shared/storage.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { SiteServicesDocument, type SiteServicesQuery } from '#web/student/operations.generated.ts';

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

/** Section 3's name for it in the session's storage. */
const key = 'ipAddress';

/** What this tab's look-up found; undefined before, and where it found nothing. */
export function visitorAddress(session: () => Storage): string | undefined {
  try {
    return session().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Asks a look-up service with a JSON answer for the visitor's public address (section 7), once a tab. */
export async function lookUpAddress(url: string, session: () => Storage): Promise<void> {
  if (visitorAddress(session) !== undefined) return;
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  const answer: unknown = await response.json();
  if (!response.ok || !isRecord(answer) || typeof answer.ip !== 'string') return;
  // What a stranger answers is kept no longer than an address can be.
  session().setItem(key, answer.ip.slice(0, 64));
}
