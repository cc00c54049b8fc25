import { desc, eq, isNull, and, sql } from 'drizzle-orm';
import { hashOf } from '#api/auth/refresh-tokens.ts';
import { signStudentToken } from '#api/auth/tokens.ts';
import type { Database } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { devices, profiles } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import { classesOfProfile, findClass } from './classes.ts';

/** Profiles that a device gets back at most. */
const most = 30;

/** Remembers on which device a profile is; without one, or for a profile that is gone, nothing. */
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

/** The profiles of a device with fresh tokens and the class of each, the last used first. */
export async function profilesOfDevice(services: Services, device: string | undefined) {
  if (device === undefined) return [];
  const found = await services.db
    .select({ id: profiles.id, name: profiles.name, animal: profiles.animal })
    .from(profiles)
    .innerJoin(devices, eq(devices.id, profiles.deviceId))
    .where(and(eq(devices.tokenHash, hashOf(device)), isNull(profiles.deletedAt)))
    .orderBy(desc(profiles.lastSeenAt), profiles.id)
    .limit(most);
  return Promise.all(
    found.map(async (profile) => ({
      ...profile,
      token: await signStudentToken(services.secrets, profile.id),
      lastClass: await lastClassOf(services, profile.id),
    })),
  );
}

async function lastClassOf(services: Services, profileId: string) {
  const [last] = await classesOfProfile(services, profileId);
  return last ? ((await findClass(services, last.classHashCode)) ?? null) : null;
}
