import { revokeKeysOf } from '#api/api-keys/revoke.ts';
import { editedBy } from '#api/audit/edited-by.ts';
import { recordChange } from '#api/audit/record.ts';
import { assertVersion } from '#api/audit/versions.ts';
import { sendInvitation } from '#api/auth/invitations.ts';
import { closeSessionsOf } from '#api/auth/sessions.ts';
import { lockClassesTaughtBy } from '#api/classes/locks.ts';
import { taughtBy } from '#api/classes/scope.ts';
import { rewriteSearchText } from '#api/classes/search-text.ts';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { forbidden } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { UserValues } from '#schema/rules/users.ts';
import { endAccess } from './access-end.ts';
import { holdUser, type User, withId } from './hold.ts';
import { assertMayChange, assertMayGrant } from './rights.ts';
import { auditedOf, columnsOf, withFreeEmail } from './write.ts';

interface Update {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
  readonly values: UserValues & { readonly version: number };
}

/** Replaces a user's fields, unless somebody did so since the caller read them. */
export async function updateUser(services: Services, update: Update): Promise<void> {
  await withFreeEmail(() => services.db.transaction((tx) => writeUpdate(services, tx, update)));
}

async function writeUpdate(services: Services, tx: Queryable, { caller, requestId, id, values }: Update) {
  await lockClassesTaughtBy(tx, id);
  const before = await holdUser(tx, caller, id);
  await assertMayChange(tx, caller, before);
  assertMayGrant(caller, values.role);
  if (id === caller.userId && values.role !== before.role) throw forbidden('messages.ownRole');
  await assertVersion(tx, before, values.version);
  const columns = columnsOf(values, before.language, before.username);
  const after: User = { ...before, ...columns, ...editedBy(before, caller) };
  await tx
    .update(users)
    .set({ ...columns, ...editedBy(before, caller) })
    .where(withId(before));
  await recordChange(
    tx,
    { ...caller, requestId },
    { action: 'update', entity: 'users', entityId: id, before: auditedOf(before), after: auditedOf(after) },
  );
  if (after.firstName !== before.firstName || after.lastName !== before.lastName)
    await rewriteSearchText(tx, taughtBy(id));
  await followUp(services, tx, { before, after, requestedById: caller.userId });
}

interface Followed {
  readonly before: User;
  readonly after: User;
  readonly requestedById: string;
}

// Whoever still has the old mailbox must not get in with what was mailed there.
async function followUp(services: Services, tx: Queryable, { before, after, requestedById }: Followed) {
  if (after.role !== before.role) await revokeKeysOf(tx, after.id, 'role');
  const moved = after.email.toLowerCase() !== before.email.toLowerCase();
  if (moved) await endAccess(tx, after.id, 'email');
  else if (after.role !== before.role) await closeSessionsOf(tx, after.id, 'role');
  if (moved && after.status === UserStatus.INVITED) await sendInvitation(services, tx, { user: after, requestedById });
}
