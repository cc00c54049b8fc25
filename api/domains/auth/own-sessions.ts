import { and, desc, eq, gt, isNull, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { installation, refreshFamilies, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound, unauthorized } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { changePassword as changePasswordOperation, StaffSession } from '#schema/rest/auth.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { voidLinks } from './account-links.ts';
import type { AssertOwnPassword } from './passwords.ts';
import { acceptedHash } from './set-password.ts';

const isLive = (userId: string | Placeholder, ...more: readonly (SQL | undefined)[]) =>
  and(
    eq(refreshFamilies.userId, userId),
    isNull(refreshFamilies.revokedAt),
    gt(refreshFamilies.expiresAt, sql`now()`),
    ...more,
  );

const { id: sessionIdColumn, os, browser, network, createdAt, lastUsedAt } = refreshFamilies;

const liveSessions = preparedQuery(['userId'], (db: Queryable, { userId }) =>
  db
    .select({
      ...{ id: sessionIdColumn, os, browser, network },
      createdAt: instantText(createdAt),
      lastUsedAt: instantText(lastUsedAt),
    })
    .from(refreshFamilies)
    .where(isLive(userId))
    .orderBy(desc(lastUsedAt), desc(sessionIdColumn)),
);

/** The caller's live sessions, the last used first. */
export async function sessionsOf(db: Queryable, { userId, sessionId }: StaffCaller): Promise<StaffSession[]> {
  const rows = await liveSessions(db, { userId });
  return rows.map((row) => ({ current: row.id === sessionId, dateCreated: row.createdAt, ...row }));
}

interface Ending {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

/** Ends one of the caller's sessions at once; 404 for any other. */
export async function endSession({ db }: Uses<'db'>, id: string, ending: Ending): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await end(tx, ending, eq(refreshFamilies.id, id))) === 0) throw notFound();
  });
}

/** Ends all of the caller's sessions except the session of this request. */
export async function endOtherSessions({ db }: Uses<'db'>, ending: Ending): Promise<void> {
  await db.transaction((tx) => endOthersIn(tx, ending));
}

/** The same in the transaction of a change that makes it necessary. */
export async function endOthersIn(tx: Queryable, ending: Ending): Promise<void> {
  await end(tx, ending, others(ending.caller));
}

const others = ({ sessionId }: StaffCaller) => (sessionId === null ? undefined : ne(refreshFamilies.id, sessionId));

async function end(tx: Queryable, { caller: { userId }, requestId }: Ending, which: SQL | undefined): Promise<number> {
  const endedSessions = await tx
    .update(refreshFamilies)
    .set({ revokedAt: new Date(), revokedReason: 'ended' })
    .where(isLive(userId, which))
    .returning({ id: refreshFamilies.id });
  for (const { id } of endedSessions)
    await recordChange(tx, { userId, requestId }, { action: 'end-session', entity: 'refresh_families', entityId: id });
  return endedSessions.length;
}

interface PasswordChange extends Ending {
  readonly values: BodyOf<typeof changePasswordOperation>;
  readonly assertOwnPassword: AssertOwnPassword;
}

/** Sets the caller's own new password, by the current one, and ends every other session and every mailed link. */
export async function changePassword(
  { db, settings }: Uses<'db' | 'settings'>,
  { caller, requestId, values, assertOwnPassword }: PasswordChange,
): Promise<void> {
  const { userId } = caller;
  await assertOwnPassword(userId, values.currentPassword, 'currentPassword');
  const [found] = await db
    .select({ user: users, schoolName: installation.schoolName })
    .from(users)
    .leftJoin(installation, eq(installation.only, true))
    .where(eq(users.id, userId));
  if (!found) throw unauthorized();
  const { user, schoolName } = found;
  const passwordHash = await acceptedHash({ settings }, { user, schoolName, password: values.password });
  await db.transaction(async (tx) => {
    // Optimistic locking: of two changes at once, the second finds another password hash than the one it checked.
    const isUnchanged = sql`${users.passwordHash} is not distinct from ${user.passwordHash}`;
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), isUnchanged))
      .returning({ id: users.id });
    if (changed.length === 0) throw unauthorized();
    // Also a change of the e-mail: somebody who knew the old password may have asked for it.
    await voidLinks(tx, [userId]);
    await endOthersIn(tx, { caller, requestId });
    await recordChange(tx, { userId, requestId }, { action: 'set-password', entity: 'users', entityId: userId });
  });
}
