import { eq } from 'drizzle-orm';
import { createAllowanceOf } from '#api/domains/api-keys/limits.ts';
import { apiKeyDetailOf } from '#api/domains/api-keys/list.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { profiles, users } from '#api/ground/db/schema.ts';
import type { Caller } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import type { StaffMember } from '#schema/rest/users.ts';
import type { Viewer } from '#schema/rest/viewer.ts';

const nothing = { user: null, role: null, profile: null, apiKey: null, costLeft: null };

/** Looks up the caller's own account or profile; null for a caller who is not signed in. */
export function createViewerOf(services: Uses<'db' | 'pool' | 'settings'>): (caller: Caller) => Promise<Viewer | null> {
  const { db } = services;
  const allowanceOf = createAllowanceOf(services);

  return async (caller) => {
    if (caller.kind === 'Nobody') return null;
    if (caller.kind === 'Student') {
      const profile = await profileOf(db, caller.profileId);
      return profile && { ...nothing, kind: 'profile', profile };
    }
    const { kind: role, userId, apiKey: held } = caller;
    if (held) {
      const [apiKey, costLeft] = await Promise.all([apiKeyDetailOf(db, held.id), allowanceOf(held.id)]);
      return { ...nothing, kind: 'apiKey', user: held.ofServiceAccount ? null : apiKey.owner, role, apiKey, costLeft };
    }
    const user = await memberOf(db, userId);
    return user && { ...nothing, kind: 'person', user, role };
  };
}

// Null for somebody who was deleted after the token was checked.

async function profileOf(db: Queryable, id: string): Promise<Viewer['profile']> {
  const columns = { id: profiles.id, name: profiles.name, animal: profiles.animal };
  const [profile] = await db.select(columns).from(profiles).where(eq(profiles.id, id));
  return profile ?? null;
}

const userById = preparedQuery(['id'], (db: Queryable, { id }) =>
  db.select({ id: users.id, firstName: users.firstName, lastName: users.lastName }).from(users).where(eq(users.id, id)),
);

async function memberOf(db: Queryable, id: string): Promise<StaffMember | null> {
  const [user] = await userById(db, { id });
  return user ?? null;
}
