/** How long a test waits for one thing, in milliseconds: a busy machine takes its time, and what has come is not waited for. */
export const patience = 60_000;

/** How long a whole test or hook may take. Far above `patience`, so that a failure names the line that waited in vain. */
export const testLimit = 600_000;

/** The same for a walk over many screens, which is as long as many tests. */
export const walkLimit = 4 * testLimit;
