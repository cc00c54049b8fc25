import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { agentOf } from '#api/domains/usage/agent.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { refreshFamilies, refreshTokens, users } from '#api/ground/db/schema.ts';
import type { Origin } from '#api/ground/http/origin.ts';
import { unauthorized } from '#api/ground/http/problems.ts';
import { shortened } from '#api/ground/http/shortened-address.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import type { Uses } from '#api/ground/services.ts';
import type { AuthInfo } from '#schema/rest/auth-info.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { hashOf, newRefreshToken, signStaffToken, existingSuccessor, successorOf } from './tokens.ts';

/** The account for a sign-in, whose rules have made its letters narrow: by e-mail with an @, else by username. Ignores case. */
export async function findAccount(db: Queryable, emailOrUsername: string) {
  const isSame = emailOrUsername.includes('@')
    ? sql`lower(${users.email}) = lower(${emailOrUsername})`
    : sql`lower(${users.username}) = lower(${emailOrUsername})`;
  const [account] = await db
    .select()
    .from(users)
    .where(and(isSame, isNull(users.deletedAt)));
  return account;
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const hour = 3_600_000;
const graceMs = 10_000;

// `idle` is the longest time between two refreshes, `whole` the longest time in all.
const lifetimes = {
  usual: { idle: 12 * hour, whole: 7 * 24 * hour },
  remembered: { idle: 30 * 24 * hour, whole: 180 * 24 * hour },
};

type SessionOwner = Pick<Account, 'id' | 'firstName' | 'lastName' | 'role' | 'passwordHash'>;
type Family = typeof refreshFamilies.$inferSelect;
type Token = typeof refreshTokens.$inferSelect;
type Store = Uses<'db' | 'secrets'>;

/** The values of `AuthInfo` that the session itself has; `authInfoOf` adds the others. */
export type OpenedSession = Omit<AuthInfo, 'secondStepDemand' | 'timeZone'>;

/** The choices that a new session keeps. */
interface SessionStart {
  readonly remembered: boolean;
  /** The request that signs in; the owner's list of sessions and the audit log show its origin. */
  readonly request?: Origin & { readonly requestId: string };
}

/** Signs an account in: creates a family of refresh tokens and its first token pair. */
export async function openSession(
  { db, secrets }: Store,
  account: SessionOwner,
  { remembered, request }: SessionStart,
): Promise<OpenedSession> {
  const now = new Date();
  const refreshToken = newRefreshToken();
  const token = await db.transaction(async (tx) => {
    const expiresAt = new Date(now.getTime() + lifetimes[remembered ? 'remembered' : 'usual'].whole);
    const times = { createdAt: now, lastUsedAt: now, expiresAt };
    const family = { id: newId(), userId: account.id, remembered, ...times, ...placeOf(request) };
    await tx.insert(refreshFamilies).values(family);
    // When the password changed after it was verified, no row matches and the sign-in fails.
    const passwordIsUnchanged = sql`${users.passwordHash} is not distinct from ${account.passwordHash}`;
    const signedIn = await tx
      .update(users)
      .set({ lastSignInAt: now })
      .where(and(eq(users.id, account.id), passwordIsUnchanged))
      .returning({ id: users.id });
    if (signedIn.length === 0) throw unauthorized('messages.checkEmailAndPassword', 'Please check Email and Password');
    if (request) await recordSignIn(tx, family, request.requestId);
    return addToken(tx, { family, refreshToken, parentId: null, now });
  });
  return authInfo(secrets, { account, token, refreshToken });
}

/** The browser and the network of a session's first request, as the session's owner sees them. */
function placeOf(request: Origin | undefined) {
  if (!request) return { os: null, browser: null, network: null };
  const { os, browser } = agentOf(request.userAgent, request.clientHints);
  return { os, browser, network: shortened(request.address) };
}

async function recordSignIn(
  tx: Queryable,
  { id, userId, network }: Pick<Family, 'id' | 'userId' | 'network'>,
  requestId: string,
): Promise<void> {
  const change = { action: 'sign-in', entity: 'refresh_families', entityId: id, after: { network } };
  await recordChange(tx, { userId, requestId }, change);
}

/** Exchanges a refresh token for the next token pair; undefined when it is unknown, expired or used. */
export async function renewSession(
  { db, secrets }: Store,
  presented: string,
  requestId = newId(),
): Promise<OpenedSession | undefined> {
  const renewed = await db.transaction(async (tx) => {
    const lockedToken = await lockToken(tx, presented);
    if (!lockedToken) return undefined;
    // Read after the lock, so that a request that waited for it sees the earlier exchange in the past.
    const now = new Date();
    const { account, family } = lockedToken;
    const token = await exchange(tx, { ...lockedToken, refreshToken: successorOf(secrets, presented), now, requestId });
    if (token) await tx.update(refreshFamilies).set({ lastUsedAt: now }).where(eq(refreshFamilies.id, family.id));
    return token && { account, token };
  });
  // The keys may have been rotated between two requests with the same token.
  if (!renewed) return undefined;
  const refreshToken = existingSuccessor(secrets, presented, renewed.token.tokenHash);
  return refreshToken === undefined ? undefined : authInfo(secrets, { ...renewed, refreshToken });
}

/** Ends a session at once, with its access tokens. */
export async function closeSession(db: Queryable, sessionId: string, reason: 'logout' | 'reuse'): Promise<void> {
  await db
    .update(refreshFamilies)
    .set({ revokedAt: new Date(), revokedReason: reason })
    .where(and(eq(refreshFamilies.id, sessionId), isNull(refreshFamilies.revokedAt)));
}

/** Ends all sessions of users at once, in the transaction of the change that made it necessary. */
export async function closeSessionsOf(
  tx: Queryable,
  userIds: readonly string[],
  reason: 'password' | 'email' | 'role' | 'status' | 'deletion' | 'second-factor',
): Promise<void> {
  await tx
    .update(refreshFamilies)
    .set({ revokedAt: new Date(), revokedReason: reason })
    .where(and(inArray(refreshFamilies.userId, [...userIds]), isNull(refreshFamilies.revokedAt)));
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
  readonly requestId: string;
}

async function exchange(tx: Queryable, held: Exchange): Promise<Token | undefined> {
  const { token, family, account, refreshToken, now } = held;
  const isLive =
    family.revokedAt === null &&
    family.expiresAt > now &&
    token.expiresAt > now &&
    account.status === UserStatus.ACTIVED &&
    account.deletedAt === null;
  if (!isLive) return undefined;
  if (token.usedAt === null) {
    await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.id, token.id));
    return addToken(tx, { family, refreshToken, parentId: token.id, now });
  }
  const [successor] = await tx.select().from(refreshTokens).where(eq(refreshTokens.parentId, token.id));
  if (now.getTime() - token.usedAt.getTime() <= graceMs) return successor;
  // The response never arrived, for example when a laptop was closed: the unused successor is given again.
  if (successor?.usedAt === null && successor.seenAt === null) return { ...successor, createdAt: now };
  // A token that is used again after its successor was copied. Thief and owner look the same, so the whole family ends.
  await closeSession(tx, family.id, 'reuse');
  const change = { action: 'refresh-reuse', entity: 'refresh_families', entityId: family.id };
  await recordChange(tx, { userId: null, requestId: held.requestId }, change);
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
  readonly account: SessionOwner;
  readonly token: Token;
  readonly refreshToken: string;
}

async function authInfo(secrets: Secrets, { account, token, refreshToken }: Pair): Promise<OpenedSession> {
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
