import { type CallerKind, roles } from '#schema/access.ts';

/** Everybody who may send a call, those with the most rights first. */
export const callerKinds: readonly CallerKind[] = [...roles, 'Student', 'Nobody'];
