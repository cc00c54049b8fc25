import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { profiles, refreshFamilies, users } from '#api/db/schema.ts';
import { type Authenticate, type Caller, nobody } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { type Claims, readToken } from './tokens.ts';

/** Who a bearer token speaks for. One that is forged, expired or revoked speaks for nobody. */
export function createAuthenticate({ db, secrets }: Pick<Services, 'db' | 'secrets'>): Authenticate {
  return async (token) => {
    const claims = token === undefined ? undefined : await readToken(secrets, token);
    if (!claims) return nobody;
    return claims.aud === 'staff' ? staff(db, claims) : student(db, claims);
  };
}

// One query for everything that ends a session at once: log out, reuse, another role, deactivation, deletion.
async function staff(db: Services['db'], { sub, sid, role }: Extract<Claims, { aud: 'staff' }>): Promise<Caller> {
  const [live] = await db
    .select({ userId: users.id })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
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
    );
  return live ? { kind: role, userId: live.userId, sessionId: sid } : nobody;
}

async function student(db: Services['db'], { sub }: Extract<Claims, { aud: 'student' }>): Promise<Caller> {
  const [profile] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, sub), isNull(profiles.deletedAt)));
  return profile ? { kind: 'Student', profileId: profile.id } : nobody;
}
