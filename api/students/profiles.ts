import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { classProfiles, profiles } from '#api/db/schema.ts';
import type { AnimalName } from '#schema/rules/profile-name.ts';

interface NewProfile {
  readonly name: string;
  readonly animal: AnimalName;
  readonly classId: string | undefined;
}

/** Makes a profile, in the class where one is given. */
export async function createProfile(db: Database, { name, animal, classId }: NewProfile) {
  const profile = { id: newId(), name, animal };
  await db.transaction(async (transaction) => {
    await transaction.insert(profiles).values(profile);
    if (classId !== undefined) await enter(transaction, { profileId: profile.id, classId });
  });
  return profile;
}

interface Membership {
  readonly profileId: string;
  readonly classId: string;
}

/** Puts a profile into a class; false when the profile has been removed. */
export async function enterClass(db: Database, membership: Membership): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const [profile] = await transaction
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, membership.profileId), isNull(profiles.deletedAt)))
      .for('key share');
    if (profile) await enter(transaction, membership);
    return profile !== undefined;
  });
}

async function enter(db: Queryable, membership: Membership): Promise<void> {
  await db
    .insert(classProfiles)
    .values(membership)
    .onConflictDoUpdate({
      target: [classProfiles.classId, classProfiles.profileId],
      set: { lastSeenAt: sql`now()` },
    });
}

/** Takes a profile out of sight; staff can bring it back for 30 days. */
export async function removeProfile(db: Queryable, profileId: string): Promise<void> {
  await db
    .update(profiles)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()`, version: sql`${profiles.version} + 1` })
    .where(and(eq(profiles.id, profileId), isNull(profiles.deletedAt)));
}
