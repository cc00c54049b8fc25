/**
 * How fresh an answer is. Every query of a screen is shown at once from the cache and asked again (`shownAndAsked`, the
 * client's default); these are all exceptions.
 */

/** What a screen shows is there at once, and is asked again each time the screen opens. */
export const shownAndAsked = { fetchPolicy: 'cache-and-network' } as const;

/** What does not change while somebody is signed in, or counts nothing that is looked at. */
export const askedOnce = { fetchPolicy: 'cache-first' } as const;

/** What decides what happens next: never from the cache. */
export const askedNow = { fetchPolicy: 'network-only' } as const;

/** Secrets, files and what is shown once: never in the cache. */
export const neverKept = { fetchPolicy: 'no-cache' } as const;

/** Milliseconds between two looks at a job. */
export const jobInterval = 1000;

/** Milliseconds between two looks at what children change while a teacher looks on. */
export const lessonInterval = 10_000;
