/** Milliseconds in which a site must have answered. */
const answersWithin = 8000;

/** Whether this network lets an address of another site through, which a frame tells nobody. Ended, it is false at once. */
export function askReach(url: string): { readonly reached: Promise<boolean>; readonly end: () => void } {
  const asked = new AbortController();
  const timer = setTimeout(() => asked.abort(), answersWithin);
  const reached = fetch(url, { mode: 'no-cors', credentials: 'omit', signal: asked.signal }).then(
    () => true,
    () => false,
  );
  return {
    reached,
    end() {
      clearTimeout(timer);
      asked.abort();
    },
  };
}
