import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { isApiKey } from '#api/api-keys/key.ts';
import { createKeyHolder } from '#api/api-keys/key-holder.ts';
import { profiles, refreshFamilies, users } from '#api/db/schema.ts';
import { type Authenticate, type Bearer, type Caller, nobody } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { createArrivals } from './arrivals.ts';
import type { ReadClaims } from './read-claims.ts';
import type { Claims } from './tokens.ts';

/** Who a bearer token speaks for. One that is forged, expired or revoked speaks for nobody. */
export function createAuthenticate(services: Pick<Services, 'db' | 'logger'>, claimsOf: ReadClaims): Authenticate {
  const { db } = services;
  const keyHolder = createKeyHolder(services);
  const live = { staff: liveSession(db), student: liveProfile(db) };

  const arrived = createArrivals(db);

  const staff = async (
    { sub, sid, role, jti }: Extract<Claims, { aud: 'staff' }>,
    bearer?: Bearer,
  ): Promise<Caller> => {
    const [session] = await live.staff.execute({ sub, sid, role });
    if (session && !bearer?.unconfirmed) await arrived(jti);
    return session ? { kind: role, userId: session.userId, sessionId: sid } : nobody;
  };
  const student = async ({ sub }: Extract<Claims, { aud: 'student' }>): Promise<Caller> => {
    const [profile] = await live.student.execute({ sub });
    return profile ? { kind: 'Student', profileId: profile.id } : nobody;
  };

  return async (token, bearer) => {
    if (token !== undefined && isApiKey(token)) return keyHolder(token);
    const claims = token === undefined ? undefined : await claimsOf(token);
    if (!claims) return nobody;
    return claims.aud === 'staff' ? staff(claims, bearer) : student(claims);
  };
}

// Every request asks one of these, so PostgreSQL plans them once for each connection.

// One query for everything that ends a session at once: log out, reuse, another role, deactivation, deletion.
const liveSession = (db: Services['db']) =>
  db
    .select({ userId: users.id })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .where(
      and(
        eq(refreshFamilies.id, sql.placeholder('sid')),
        eq(users.id, sql.placeholder('sub')),
        isNull(refreshFamilies.revokedAt),
        gt(refreshFamilies.expiresAt, sql`now()`),
        eq(users.role, sql.placeholder('role')),
        eq(users.status, UserStatus.ACTIVED),
        isNull(users.deletedAt),
      ),
    )
    .prepare('live_session');

const liveProfile = (db: Services['db']) =>
  db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, sql.placeholder('sub')), isNull(profiles.deletedAt)))
    .prepare('live_profile');
