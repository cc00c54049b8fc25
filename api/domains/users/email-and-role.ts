import { revokeKeysOf } from '#api/domains/api-keys/write.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { askForEmail, noticeOldAddress } from '#api/domains/auth/email-change.ts';
import { sendInvitation } from '#api/domains/auth/invitations.ts';
import { closeSessionsOf } from '#api/domains/auth/sessions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { endAccess, isSameEmail } from './account.ts';
import type { User } from './scope.ts';

/** Whether the account's invitation is still to be accepted. */
export const isUnclaimed = ({ passwordHash, status }: User): boolean =>
  passwordHash === null && status !== UserStatus.ACTIVED;

interface Asking {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly user: User;
  readonly email: string;
}

/** Asks for a new e-mail, which holds once the link that is mailed there was opened. */
export async function askForNewEmail(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { caller, requestId, user, email }: Asking,
) {
  if (user.status !== UserStatus.ACTIVED) throw conflict('messages.notActive', 'This account is not active.', 'email');
  const requestedById = caller.userId === user.id ? null : caller.userId;
  await askForEmail(services, tx, { user, email, requestedById });
  const change = { action: 'ask-email', entity: 'users', entityId: user.id, after: { pendingEmail: email } };
  await recordChange(tx, { ...caller, requestId }, change);
}

interface Followed {
  readonly before: User;
  readonly after: User;
  readonly requestedById: string;
}

/**
 * Ends the sessions, keys and links that a new role or e-mail makes invalid. The owner of the old mailbox must not get
 * in with an earlier mailed link.
 */
export async function endAccessAfterUpdate(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { before, after, requestedById }: Followed,
) {
  if (after.role !== before.role) await revokeKeysOf(tx, after.id, 'role');
  const moved = !isSameEmail(after.email, before.email);
  if (moved) await endAccess(tx, after.id, 'email');
  else if (after.role !== before.role) await closeSessionsOf(tx, after.id, 'role');
  if (moved && !isUnclaimed(before))
    await noticeOldAddress(services, tx, {
      user: before,
      email: after.email,
      byId: requestedById,
      kind: 'emailChanged',
    });
  if (moved && after.status === UserStatus.INVITED) await sendInvitation(services, tx, { user: after, requestedById });
}
