import { isRecord } from '#web/student/profiles/stored-profile.ts';

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
