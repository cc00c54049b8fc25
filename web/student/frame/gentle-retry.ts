interface Steps {
  readonly retry: () => unknown;
  /** After a 503 the app returns to the root path (sections 2 and 9). */
  readonly giveUp: () => unknown;
}

/** Milliseconds from the problem: tries after a 503, then the root; and the steps between tries while offline. */
const tries = [2000, 4000];
const giveUpAfter = 6000;
const offlineEvery = 5000;

/** Tries again by itself what may heal by itself; returns how to stop. */
export function gentleRetry(status: number, { retry, giveUp }: Steps): () => void {
  if (status === 503) {
    const timers = [...tries.map((wait) => setTimeout(retry, wait)), setTimeout(giveUp, giveUpAfter)];
    return () => timers.forEach(clearTimeout);
  }
  if (status !== 0) return () => undefined;
  const timer = setInterval(retry, offlineEvery);
  window.addEventListener('online', retry);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', retry);
  };
}
