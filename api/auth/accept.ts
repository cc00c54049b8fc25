import { eq } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { recordChange } from '#api/audit/record.ts';
import { lockClassesTaughtBy } from '#api/classes/locks.ts';
import { taughtBy } from '#api/classes/scope.ts';
import { rewriteSearchText } from '#api/classes/search-text.ts';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import { userSearchText } from '#api/users/write.ts';
import type { acceptInvitation } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { FoundLink } from './find-link.ts';

interface Acceptance {
  readonly user: FoundLink['user'];
  readonly passwordHash: string;
  readonly values: BodyOf<typeof acceptInvitation>;
  readonly requestId: string;
}

/** Makes an invited account active, with the names its owner goes by. */
export async function acceptAs(tx: Queryable, { user: found, ...acceptance }: Acceptance): Promise<void> {
  const { passwordHash, values, requestId } = acceptance;
  // Classes before people, as a change of a user takes its locks.
  if (values.firstName || values.lastName) await lockClassesTaughtBy(tx, found.id);
  // Staff may have changed them while the password was hashed.
  const [user = found] = await tx.select().from(users).where(eq(users.id, found.id)).for('update');
  const names = { firstName: values.firstName ?? user.firstName, lastName: values.lastName ?? user.lastName };
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
