import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { refreshFamilies, refreshTokens, users } from '#api/db/schema.ts';
import { unauthorized } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { AuthInfo } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { hashOf, newRefreshToken, successorAgain, successorOf } from './refresh-tokens.ts';
import type { Secrets } from './secrets.ts';
import { signStaffToken } from './tokens.ts';

const hour = 3_600_000;
const graceMs = 10_000;

// How long a session may rest between two refreshes, and how long it may last in all.
const lifetimes = {
  usual: { idle: 12 * hour, whole: 7 * 24 * hour },
  remembered: { idle: 30 * 24 * hour, whole: 180 * 24 * hour },
};

type Account = Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName' | 'role' | 'passwordHash'>;
type Family = typeof refreshFamilies.$inferSelect;
type Token = typeof refreshTokens.$inferSelect;
type Store = Pick<Services, 'db' | 'secrets'>;

/** Signs an account in: a new family of refresh tokens and its first pair. */
export async function openSession({ db, secrets }: Store, account: Account, remembered: boolean): Promise<AuthInfo> {
  const now = new Date();
  const refreshToken = newRefreshToken();
  const token = await db.transaction(async (tx) => {
    const expiresAt = new Date(now.getTime() + lifetimes[remembered ? 'remembered' : 'usual'].whole);
    const family = { id: newId(), userId: account.id, remembered, createdAt: now, lastUsedAt: now, expiresAt };
    await tx.insert(refreshFamilies).values(family);
    // A password that was changed since it was looked at has closed the sessions that were open, and opens none.
    const asItWas = sql`${users.passwordHash} is not distinct from ${account.passwordHash}`;
    const signedIn = await tx
      .update(users)
      .set({ lastSignInAt: now })
      .where(and(eq(users.id, account.id), asItWas))
      .returning({ id: users.id });
    if (signedIn.length === 0) throw unauthorized('messages.checkEmailAndPassword', 'Please check Email and Password');
    return addToken(tx, { family, refreshToken, parentId: null, now });
  });
  return authInfo(secrets, { account, token, refreshToken });
}

/** Exchanges a refresh token for its successor pair; undefined when it is unknown, ended or used up. */
export async function renewSession({ db, secrets }: Store, presented: string): Promise<AuthInfo | undefined> {
  const renewed = await db.transaction(async (tx) => {
    const held = await lockToken(tx, presented);
    if (!held) return undefined;
    // Read after the lock: whoever waited for it sees the other's exchange in the past.
    const now = new Date();
    const { account, family } = held;
    const token = await exchange(tx, { ...held, refreshToken: successorOf(secrets, presented), now });
    if (token) await tx.update(refreshFamilies).set({ lastUsedAt: now }).where(eq(refreshFamilies.id, family.id));
    return token && { account, token };
  });
  // The keys may have been rotated since the first of two that present the same token.
  if (!renewed) return undefined;
  const refreshToken = successorAgain(secrets, presented, renewed.token.tokenHash);
  return refreshToken === undefined ? undefined : authInfo(secrets, { ...renewed, refreshToken });
}

/** Ends a session at once, its live access tokens included. */
export async function closeSession(db: Queryable, sessionId: string, reason: 'logout' | 'reuse'): Promise<void> {
  await db
    .update(refreshFamilies)
    .set({ revokedAt: new Date(), revokedReason: reason })
    .where(and(eq(refreshFamilies.id, sessionId), isNull(refreshFamilies.revokedAt)));
}

/** Ends every session of somebody at once; with the change that made it necessary, in the caller's transaction. */
export async function closeSessionsOf(
  tx: Queryable,
  userId: string,
  reason: 'password' | 'email' | 'role' | 'status' | 'deletion',
): Promise<void> {
  await tx
    .update(refreshFamilies)
    .set({ revokedAt: new Date(), revokedReason: reason })
    .where(and(eq(refreshFamilies.userId, userId), isNull(refreshFamilies.revokedAt)));
}

async function lockToken(tx: Queryable, presented: string) {
  const [held] = await tx
    .select({ token: refreshTokens, family: refreshFamilies, account: users })
    .from(refreshTokens)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, refreshTokens.familyId))
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .where(eq(refreshTokens.tokenHash, hashOf(presented)))
    .for('update', { of: refreshTokens });
  return held;
}

interface Exchange {
  readonly token: Token;
  readonly family: Family;
  readonly account: typeof users.$inferSelect;
  readonly refreshToken: string;
  readonly now: Date;
}

async function exchange(tx: Queryable, held: Exchange): Promise<Token | undefined> {
  const { token, family, account, refreshToken, now } = held;
  const mayGoOn =
    family.revokedAt === null &&
    family.expiresAt > now &&
    token.expiresAt > now &&
    account.status === UserStatus.ACTIVED &&
    account.deletedAt === null;
  if (!mayGoOn) return undefined;
  if (token.usedAt === null) {
    await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.id, token.id));
    return addToken(tx, { family, refreshToken, parentId: token.id, now });
  }
  const [successor] = await tx.select().from(refreshTokens).where(eq(refreshTokens.parentId, token.id));
  if (now.getTime() - token.usedAt.getTime() <= graceMs) return successor;
  // The answer never arrived, as when a lid was closed: the successor is given again, its access token from now on.
  if (successor?.usedAt === null && successor.seenAt === null) return { ...successor, createdAt: now };
  // A token that comes back after its successor was used was copied: thief and owner cannot be told apart, so both are out.
  await closeSession(tx, family.id, 'reuse');
  return undefined;
}

interface NewToken {
  readonly family: Pick<Family, 'id' | 'remembered' | 'expiresAt'>;
  readonly refreshToken: string;
  readonly parentId: string | null;
  readonly now: Date;
}

async function addToken(tx: Queryable, { family, refreshToken, parentId, now }: NewToken): Promise<Token> {
  const { idle } = lifetimes[family.remembered ? 'remembered' : 'usual'];
  const token = {
    id: newId(),
    familyId: family.id,
    tokenHash: hashOf(refreshToken),
    parentId,
    createdAt: now,
    expiresAt: new Date(Math.min(now.getTime() + idle, family.expiresAt.getTime())),
    usedAt: null,
    seenAt: null,
  };
  await tx.insert(refreshTokens).values(token);
  return token;
}

interface Pair {
  readonly account: Account;
  readonly token: Token;
  readonly refreshToken: string;
}

async function authInfo(secrets: Secrets, { account, token, refreshToken }: Pair): Promise<AuthInfo> {
  const accessToken = await signStaffToken(secrets, {
    userId: account.id,
    role: account.role,
    sessionId: token.familyId,
    tokenId: token.id,
    issuedAt: token.createdAt,
  });
  const { id: userId, firstName, lastName, role } = account;
  return { userId, firstName, lastName, role, accessToken, refreshToken };
}
