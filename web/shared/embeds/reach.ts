/** The time limit for the site's answer, in milliseconds. */
const answersWithin = 8000;

/**
 * Tests whether this network allows another site's address, since a frame does not report it. `end` resolves it as
 * false.
 */
export function askReach(url: string): { readonly reached: Promise<boolean>; readonly end: () => void } {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), answersWithin);
  const reached = fetch(url, { mode: 'no-cors', credentials: 'omit', signal: timeout.signal }).then(
    () => true,
    () => false,
  );
  return {
    reached,
    end() {
      clearTimeout(timer);
      timeout.abort();
    },
  };
}
