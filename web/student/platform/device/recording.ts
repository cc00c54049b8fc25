import { createClaims } from '#web/student/platform/claims.ts';

/** Whether a child is recording, which nothing but the child ends. */
export const recording = createClaims();
