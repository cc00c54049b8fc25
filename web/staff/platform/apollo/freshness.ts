/**
 * Apollo Client's fetch policies. The client's default is `cacheAndNetwork`: a screen shows the cached answer and
 * refetches. The other policies are the only exceptions.
 */

/** Shows the cached answer at once and asks again each time the screen opens. */
export const cacheAndNetwork = { fetchPolicy: 'cache-and-network' } as const;

/** For answers that do not change during a session. */
export const cacheFirst = { fetchPolicy: 'cache-first' } as const;

/** For answers that a decision depends on: never from the cache. */
export const networkOnly = { fetchPolicy: 'network-only' } as const;

/** For secrets, files and data that is shown only once: never written into the cache, except by `useAskedAgain`. */
export const noCache = { fetchPolicy: 'no-cache' } as const;

/** The polling interval of a job, in milliseconds. */
export const jobInterval = 1000;

/** The polling interval, in milliseconds, of screens whose data children change during a lesson. */
export const lessonInterval = 10_000;
