import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { hashOf, sameStudentToken } from '#api/domains/auth/tokens.ts';
import { createOnce } from '#api/ground/db/idempotency.ts';
import type { Database, Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, classProfiles, devices, profiles } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import { findClasses } from './classes.ts';
import { enter } from './enter.ts';

interface MadeProfile {
  readonly id: string;
  readonly name: string;
  readonly animal: AnimalName;
}

interface NewProfile {
  readonly name: string;
  readonly animal: AnimalName;
  /** The class that the child enters, by the code that it has shown. */
  readonly joins: { readonly id: string; readonly classHashCode: string } | undefined;
  /** The secret id of the child's device, if it has one. */
  readonly device: string | undefined;
  /** The idempotency key. */
  readonly key: string | undefined;
}

// Children have no user id. As their keys are random, all children can share one set of keys.
const anyChild = '';

/**
 * Creates a profile, and adds it to a class if one is given; with the key of an earlier call, returns the profile of that
 * call as it is. Throws 403 for a device that the class has blocked, and 404 when the class has another code by now.
 */
export async function createProfile(db: Database, given: NewProfile): Promise<MadeProfile> {
  const { name, animal, joins, device, key } = given;
  const id = await createOnce(db, { table: profiles, userId: anyChild, key }, (profileId) =>
    db.transaction(async (transaction) => {
      await transaction.insert(profiles).values({ id: profileId, name, animal });
      if (joins) await enter(transaction, { profileId, classId: joins.id, shownCode: joins.classHashCode, device });
    }),
  );
  const [made] = await db
    .select({ id: profiles.id, name: profiles.name, animal: profiles.animal })
    .from(profiles)
    .where(eq(profiles.id, id));
  if (!made) throw notFound();
  return made;
}

/** Puts a profile into the trash; staff can restore it for 30 days. */
export async function removeProfile(db: Queryable, profileId: string): Promise<void> {
  await db
    .update(profiles)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()`, version: sql`${profiles.version} + 1` })
    .where(and(eq(profiles.id, profileId), isNull(profiles.deletedAt)));
}

// A device gets at most so many profiles back.
const profileLimit = 30;

/** Records the device of a profile; nothing when the device or the profile is missing. */
export async function keepOnDevice(db: Database, device: string | undefined, profileId: string): Promise<void> {
  if (device === undefined) return;
  await db.transaction(async (transaction) => {
    const [kept] = await transaction
      .insert(devices)
      .values({ id: newId(), tokenHash: hashOf(device) })
      .onConflictDoUpdate({ target: devices.tokenHash, set: { lastSeenAt: sql`now()` } })
      .returning({ id: devices.id });
    await transaction.update(profiles).set({ deviceId: kept?.id }).where(eq(profiles.id, profileId));
  });
}

/** The profiles of a device, each with a token and its last class; the last seen first. */
export async function profilesOfDevice(
  services: Uses<'db' | 'settings' | 'secrets' | 'links'>,
  device: string | undefined,
) {
  if (device === undefined) return [];
  const found = await profilesOn(services.db, { tokenHash: hashOf(device) });
  const lastClasses = await findClasses(services, [...new Set(found.flatMap(({ lastCode }) => lastCode ?? []))]);
  return Promise.all(
    found.map(async ({ lastCode, ...profile }) => ({
      ...profile,
      token: await sameStudentToken(services.secrets, profile.id),
      lastClass: lastClasses.find(({ classHashCode }) => classHashCode === lastCode) ?? null,
    })),
  );
}

const profilesOn = preparedQuery(['tokenHash'], (db: Queryable, { tokenHash }) =>
  db
    .select({
      id: profiles.id,
      name: profiles.name,
      animal: profiles.animal,
      // The class that the child was in last. A profile that joined by a replaced code must not learn the new code.
      lastCode: sql<string | null>`(
        select ${classes.classHashCode} from ${classProfiles} joined join ${classes} on ${classes.id} = joined.class_id
        where joined.profile_id = ${profiles.id} and not joined.by_old_code and ${classes.deletedAt} is null
        order by joined.last_seen_at desc, ${classes.startDate}, ${classes.id} limit 1
      )`,
    })
    .from(profiles)
    .innerJoin(devices, eq(devices.id, profiles.deviceId))
    .where(and(eq(devices.tokenHash, tokenHash), isNull(profiles.deletedAt)))
    .orderBy(desc(profiles.lastSeenAt), profiles.id)
    .limit(profileLimit),
);
