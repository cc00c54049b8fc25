import { eq } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { editedBy } from '#api/domains/audit/versions.ts';
import { taughtBy } from '#api/domains/schools/scope.ts';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { lockClassesTaughtBy } from '#api/domains/classes/scope.ts';
import { assertStaffNames, userSearchText } from '#api/domains/users/account.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { acceptInvitation } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { FoundLink } from './account-links.ts';

interface Acceptance {
  readonly user: FoundLink['user'];
  readonly passwordHash: string;
  readonly values: BodyOf<typeof acceptInvitation>;
  readonly requestId: string;
}

/** Activates an invited account, with the names that its owner entered. */
export async function acceptAs(tx: Queryable, { user: found, ...acceptance }: Acceptance): Promise<void> {
  const { passwordHash, values, requestId } = acceptance;
  // Locks classes before people, in the same order as an update of a user, so that the two cannot deadlock.
  if (values.firstName || values.lastName) await lockClassesTaughtBy(tx, found.id);
  // Read again, since staff may have changed the user while the password was hashed.
  const [user = found] = await tx.select().from(users).where(eq(users.id, found.id)).for('update');
  const names = { firstName: values.firstName ?? user.firstName, lastName: values.lastName ?? user.lastName };
  assertStaffNames(names, user);
  const renamed = names.firstName !== user.firstName || names.lastName !== user.lastName;
  const status = UserStatus.ACTIVED;
  const after = { ...names, language: values.language ?? user.language, status };
  await tx
    .update(users)
    .set({
      ...after,
      passwordHash,
      searchText: userSearchText({ ...user, ...names }),
      ...editedBy(user, { userId: user.id }),
    })
    .where(eq(users.id, user.id));
  if (renamed) await rewriteSearchText(tx, taughtBy(user.id));
  const { firstName, lastName, language } = user;
  const before = { firstName, lastName, language, status: user.status };
  const change = { entity: 'users', entityId: user.id, before, after };
  await recordChange(tx, { userId: user.id, requestId }, { action: 'accept-invitation', ...change });
}
