import type { UserRowFragment } from '#web/staff/operations.generated.ts';

/** The actions that the signed-in user can take on a user in this status. */
export interface UserOffers {
  readonly resend: boolean;
  readonly reset: boolean;
  readonly deactivate: boolean;
  readonly activate: boolean;
  readonly remove: boolean;
}

type Known = Pick<UserRowFragment, 'id' | 'status' | 'refusal'>;

/** Follows the states of section 4. Nobody can act on themselves or on a user with more rights. */
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
