import { createClaims } from '#web/student/platform/claims.ts';

/** Claimed while a child is recording. Only the child ends a recording. */
export const recording = createClaims();
