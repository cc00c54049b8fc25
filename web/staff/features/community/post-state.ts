import type { ModerationState, QueuedPostFragment, QueueState } from '#web/staff/operations.generated.ts';

/** What a list of posts can be narrowed to, in the order of the filter. */
export const queueStates: readonly QueueState[] = ['PENDING', 'REPORTED', 'APPROVED', 'HIDDEN'];

/** What waits for somebody: the queue. */
export const waitingStates: readonly QueueState[] = ['PENDING', 'REPORTED'];

type Standing = Pick<QueuedPostFragment, 'state' | 'reports'>;

/** Whether a post is still one of those that were asked for; none asked for means all. */
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
