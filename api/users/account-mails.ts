import { recordChange } from '#api/audit/record.ts';
import { sendInvitation, sendPasswordReset } from '#api/auth/invitations.ts';
import type { Queryable } from '#api/db/client.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { conflict } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { holdUser, type User } from './hold.ts';
import { assertMayChange } from './rights.ts';

export interface MailWish {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Mails a new invitation; the old link is void from then on. */
export async function resendInvitation(services: Services, wish: MailWish): Promise<void> {
  await services.db.transaction(async (tx) => {
    const user = await holdUser(tx, wish.caller, wish.id);
    if (user.status !== UserStatus.INVITED)
      throw conflict('messages.notInvited', 'This person has no open invitation.');
    await assertMayChange(tx, wish.caller, user);
    await inviteAgain(services, tx, { ...wish, user });
  });
}

/** The same for a user who is held and invited. */
export async function inviteAgain(
  services: Services,
  tx: Queryable,
  { caller, requestId, user }: Omit<MailWish, 'id'> & { user: User },
): Promise<void> {
  await sendInvitation(services, tx, { user, requestedById: caller.userId });
  await recordChange(tx, { ...caller, requestId }, { action: 'resend-invitation', entity: 'users', entityId: user.id });
}

/** Mails a link to set a new password, as when somebody has forgotten theirs and asks the office. */
export async function resetUserPassword(services: Services, { caller, requestId, id }: MailWish): Promise<void> {
  await services.db.transaction(async (tx) => {
    const user = await holdUser(tx, caller, id);
    if (user.status !== UserStatus.ACTIVED) throw conflict('messages.notActive', 'This account is not active.');
    await assertMayChange(tx, caller, user);
    await sendPasswordReset(services, tx, { user, requestedById: caller.userId });
    await recordChange(tx, { ...caller, requestId }, { action: 'reset-password', entity: 'users', entityId: id });
  });
}
