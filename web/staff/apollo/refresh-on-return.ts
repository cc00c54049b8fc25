import type { ApolloClient } from '@apollo/client';

/** A tab that was away this long, in milliseconds, may show what others have changed since. */
const longAway = 5 * 60_000;

/** Asks again for what is on the screen when somebody comes back to a tab left open. Returns the way to stop. */
export function refreshOnReturn(client: Pick<ApolloClient, 'refetchQueries'>): () => void {
  let leftAt = Date.now();
  const onChange = () => {
    if (document.visibilityState === 'hidden') leftAt = Date.now();
    // Failures have their toast; the screen keeps what it has.
    else if (Date.now() - leftAt > longAway) client.refetchQueries({ include: 'active' }).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
