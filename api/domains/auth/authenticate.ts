import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { createKeyHolder, isApiKey } from '#api/domains/api-keys/authenticate.ts';
import { hasPasskey } from '#api/domains/passkeys/list.ts';
import { demandOf } from '#api/domains/second-factor/demand.ts';
import { BoundedCache } from '#api/ground/bounded-cache.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { profiles, refreshFamilies, refreshTokens, secondFactors, users } from '#api/ground/db/schema.ts';
import { type Authenticate, type Bearer, type Caller, nobody } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { Claims, ReadClaims } from './tokens.ts';

/** Finds the caller of a bearer token; nobody for a forged, expired or revoked token. */
export function createAuthenticate(services: Uses<'db' | 'logger' | 'settings'>, claimsOf: ReadClaims): Authenticate {
  const { db, settings } = services;
  const keyHolder = createKeyHolder(services);
  const recordFirstUse = createFirstUseRecorder(db);

  const staff = async (
    { sub, sid, role, jti }: Extract<Claims, { aud: 'staff' }>,
    bearer?: Bearer,
  ): Promise<Caller> => {
    const [session] = await liveSession(db, { sub, sid, role });
    if (session && !bearer?.unconfirmed) await recordFirstUse(jti);
    if (!session) return nobody;
    const needsPasskey = session.confirmedAt === null && demandOf(settings, role)?.due === true;
    const lacksSecondStep = needsPasskey && !(await hasPasskey(db, session.userId));
    return { kind: role, userId: session.userId, sessionId: sid, lacksSecondStep };
  };
  const student = async ({ sub }: Extract<Claims, { aud: 'student' }>): Promise<Caller> => {
    const [profile] = await liveProfile(db, { sub });
    return profile ? { kind: 'Student', profileId: profile.id } : nobody;
  };

  return async (token, bearer) => {
    if (token !== undefined && isApiKey(token)) return keyHolder(token);
    const claims = token === undefined ? undefined : await claimsOf(token);
    if (!claims) return nobody;
    return claims.aud === 'staff' ? staff(claims, bearer) : student(claims);
  };
}

// One query checks everything that ends a session at once: sign-out, token reuse, new role, deactivation, deletion.
const liveSession = preparedQuery(['sub', 'sid', 'role'], (db: Queryable, { sub, sid, role }) =>
  db
    .select({ userId: users.id, confirmedAt: secondFactors.confirmedAt })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        eq(refreshFamilies.id, sid),
        eq(users.id, sub),
        isNull(refreshFamilies.revokedAt),
        gt(refreshFamilies.expiresAt, sql`now()`),
        eq(users.role, role),
        eq(users.status, UserStatus.ACTIVED),
        isNull(users.deletedAt),
      ),
    ),
);

const liveProfile = preparedQuery(['sub'], (db: Queryable, { sub }) =>
  db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, sub), isNull(profiles.deletedAt))),
);

// More than a large school uses at once.
const generation = 5_000;

// Records once per token pair that its owner received it: at the first request with its access token.
function createFirstUseRecorder(db: Queryable): (tokenId: string) => Promise<void> {
  const recorded = new BoundedCache<true>(generation);
  return async (tokenId) => {
    if (recorded.get(tokenId)) return;
    await db
      .update(refreshTokens)
      .set({ seenAt: new Date() })
      .where(and(eq(refreshTokens.id, tokenId), isNull(refreshTokens.seenAt)));
    recorded.set(tokenId, true);
  };
}
