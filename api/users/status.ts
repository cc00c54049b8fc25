import { editedBy } from '#api/audit/edited-by.ts';
import { recordChange } from '#api/audit/record.ts';
import { sendInvitation } from '#api/auth/invitations.ts';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { ApiProblem } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { endAccess } from './access-end.ts';
import { holdUser, type User, withId } from './hold.ts';
import { refusalOf } from './rights.ts';

const { INVITED, ACTIVED, DEACTIVATED } = UserStatus;

interface StatusWish {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly status: UserStatus;
}

/** Why somebody's status stays as it is: whose it is not to say is 403, what cannot be is 409. */
interface Refusal {
  readonly status: 403 | 409;
  readonly messageKey: MessageKey;
}

/** Sets one status, or answers why not. */
export async function setUserStatus(services: Services, { id, ...wish }: StatusWish & { id: string }): Promise<void> {
  await services.db.transaction(async (tx) => {
    const user = await holdUser(tx, wish.caller, id);
    const refusal = await changeStatus(services, tx, { ...wish, user });
    if (refusal) throw new ApiProblem(refusal);
  });
}

/**
 * Moves a user who is held to a status. Anybody may be deactivated; who was may come back, to where they were: active,
 * or invited when they never set a password. Only accepting the invitation makes an invited person active.
 */
export async function changeStatus(
  services: Services,
  tx: Queryable,
  { caller, requestId, status, user }: StatusWish & { user: User },
): Promise<Refusal | undefined> {
  if (user.id === caller.userId) return { status: 403, messageKey: 'messages.ownStatus' };
  const forbidden = await refusalOf(tx, caller, user);
  if (forbidden) return { status: 403, messageKey: forbidden };
  if (status === user.status) return undefined;
  const next = nextStatus(user, status);
  if (next === undefined) return { status: 409, messageKey: 'messages.statusNotReachable' };
  await tx
    .update(users)
    .set({ status: next, ...editedBy(user, caller) })
    .where(withId(user));
  const [before, after] = [{ status: user.status }, { status: next }];
  await recordChange(
    tx,
    { ...caller, requestId },
    { action: 'status', entity: 'users', entityId: user.id, before, after },
  );
  if (next === DEACTIVATED) await endAccess(tx, user.id, 'status');
  if (next === INVITED) await sendInvitation(services, tx, { user, requestedById: caller.userId });
  return undefined;
}

function nextStatus({ status, passwordHash }: User, wanted: UserStatus): UserStatus | undefined {
  if (wanted === DEACTIVATED) return DEACTIVATED;
  if (status !== DEACTIVATED) return undefined;
  const asBefore = passwordHash === null ? INVITED : ACTIVED;
  return wanted === ACTIVED || wanted === asBefore ? asBefore : undefined;
}
