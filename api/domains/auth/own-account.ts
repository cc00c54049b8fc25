import { eq } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy, editorColumns, editors } from '#api/domains/audit/versions.ts';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { lockClassesTaughtBy } from '#api/domains/classes/scope.ts';
import { taughtBy } from '#api/domains/schools/scope.ts';
import { assertStaffNames, userSearchText } from '#api/domains/users/account.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { unauthorized } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { OwnAccount, updateMyAccount } from '#schema/rest/own-account.ts';

/** The caller's own account. */
export async function accountOf(db: Queryable, { userId }: StaffCaller): Promise<OwnAccount> {
  const [account] = await accountById(db, { userId });
  if (!account) throw unauthorized();
  return { ...account, createdAt: account.createdAt.toISOString(), updatedAt: account.updatedAt.toISOString() };
}

const accountById = preparedQuery(['userId'], (db: Queryable, { userId }) => {
  const { id, firstName, lastName, email, language, version, createdAt, updatedAt } = users;
  const own = { id, firstName, lastName, email, language, version, createdAt, updatedAt };
  return db
    .select({ ...own, updatedBy: editorColumns })
    .from(users)
    .leftJoin(editors, eq(editors.id, users.updatedById))
    .where(eq(users.id, userId));
});

interface AccountChange {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: BodyOf<typeof updateMyAccount>;
}

/** Changes the caller's own name and mail language; answers 409 when somebody changed the account since it was read. */
export async function updateAccount(
  { db }: Uses<'db'>,
  { caller, requestId, values }: AccountChange,
): Promise<OwnAccount> {
  const { userId } = caller;
  return db.transaction(async (tx) => {
    // Locks classes before people, in the same order as an update of a user, so that the two cannot deadlock.
    await lockClassesTaughtBy(tx, userId);
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (!user) throw unauthorized();
    await assertVersion(tx, user, values.version);
    assertStaffNames(values, user);
    const { firstName, lastName, language } = values;
    const after = { firstName, lastName, language };
    const searchText = userSearchText({ ...user, ...after });
    await tx
      .update(users)
      .set({ ...after, searchText, ...editedBy(user, caller) })
      .where(eq(users.id, userId));
    if (firstName !== user.firstName || lastName !== user.lastName) await rewriteSearchText(tx, taughtBy(userId));
    const before = { firstName: user.firstName, lastName: user.lastName, language: user.language };
    await recordChange(
      tx,
      { userId, requestId },
      { action: 'update', entity: 'users', entityId: userId, before, after },
    );
    return accountOf(tx, caller);
  });
}
