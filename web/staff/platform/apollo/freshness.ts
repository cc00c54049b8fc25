/**
 * How fresh an answer is. Every query of a screen is shown at once from the cache and asked again (`shownAndAsked`, the
 * client's default); these are all exceptions.
 */

/** Shows the cached answer at once and asks again each time the screen opens. */
export const shownAndAsked = { fetchPolicy: 'cache-and-network' } as const;

/** For answers that do not change during a session. */
export const askedOnce = { fetchPolicy: 'cache-first' } as const;

/** For answers that a decision depends on: never from the cache. */
export const askedNow = { fetchPolicy: 'network-only' } as const;

/** For secrets, files and what is shown once: never written into the cache. */
export const neverKept = { fetchPolicy: 'no-cache' } as const;

/** Milliseconds between two looks at a job. */
export const jobInterval = 1000;

/** Milliseconds between two looks at what children change while a teacher looks on. */
export const lessonInterval = 10_000;
