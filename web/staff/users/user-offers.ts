import type { UserRowFragment } from '#web/staff/operations.generated.ts';

/** What the caller may do with somebody as they stand; what is not here is not offered. */
export interface UserOffers {
  readonly resend: boolean;
  readonly reset: boolean;
  readonly deactivate: boolean;
  readonly activate: boolean;
  readonly remove: boolean;
}

type Known = Pick<UserRowFragment, 'id' | 'status' | 'refusal'>;

/** By section 4's states, and by what one may not do to oneself or to somebody with more rights. */
export function offersFor({ id, status, refusal }: Known, ownId: string | undefined): UserOffers {
  const free = refusal === null;
  const another = free && id !== ownId;
  return {
    resend: free && status === 'INVITED',
    reset: free && status === 'ACTIVED',
    deactivate: another && status !== 'DEACTIVATED',
    activate: another && status === 'DEACTIVATED',
    remove: another,
  };
}
