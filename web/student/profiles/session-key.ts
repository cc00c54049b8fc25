import { randomUuid } from '#web/shared/random-uuid.ts';

/** Starts a new stretch of use by one child in this tab (section 3, session storage). */
export function renewSessionKey(session: () => Storage): void {
  try {
    session().setItem('sessionKey', randomUuid());
  } catch {
    // Without storage there is nothing to count by, and nothing to tell a child.
  }
}

/** The key of this stretch of use; one is made where no profile has begun any. Undefined where storage refuses. */
export function sessionKeyOf(session: () => Storage): string | undefined {
  try {
    if (session().getItem('sessionKey') === null) renewSessionKey(session);
    return session().getItem('sessionKey') ?? undefined;
  } catch {
    return undefined;
  }
}
