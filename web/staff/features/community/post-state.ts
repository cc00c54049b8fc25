import type { ModerationState, QueuedPostFragment, QueueState } from '#web/staff/operations.generated.ts';

/** The states that a list of posts can be filtered by, in the order of the filter. */
export const queueStates: readonly QueueState[] = ['PENDING', 'REPORTED', 'APPROVED', 'HIDDEN'];

/** The states of posts in the queue, which wait for a decision. */
export const waitingStates: readonly QueueState[] = ['PENDING', 'REPORTED'];

type Standing = Pick<QueuedPostFragment, 'state' | 'reports'>;

/** True if a post matches the wanted states. No wanted states match every post. */
export function standsIn({ state, reports }: Standing, wanted: readonly QueueState[]): boolean {
  if (wanted.length === 0) return true;
  return wanted.includes(state) || (wanted.includes('REPORTED') && reports.length > 0);
}

/** The words of a state and the tone of its mark. */
export const stateWords = { PENDING: 'pending', APPROVED: 'approved', HIDDEN: 'hidden' } as const;
export const stateTones = { PENDING: 'waiting', APPROVED: 'good', HIDDEN: 'quiet' } as const satisfies Record<
  ModerationState,
  string
>;
