import { and, eq, isNull } from 'drizzle-orm';
import { profiles } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { classesOfProfile, findClass } from './classes.ts';
import { enterClass } from './enter.ts';
import { guardsOf, mergedIds } from './roster.ts';

/** The child of a card, who enters its last running class; undefined for an unknown or a replaced card. */
export async function childOfCard(services: Uses<'db' | 'settings' | 'links'>, cardCode: string) {
  const { db, settings } = services;
  const [child] = await db
    .select({
      id: profiles.id,
      name: profiles.name,
      animal: profiles.animal,
      mergedIds,
      ...guardsOf(settings.timeZone),
    })
    .from(profiles)
    .where(and(eq(profiles.cardCode, cardCode), isNull(profiles.deletedAt)));
  if (!child) return undefined;
  const joined = await classesOfProfile(services, child.id);
  const last = joined.find(({ completed }) => !completed) ?? joined[0];
  if (last && !last.completed && !(await enterClass(db, { profileId: child.id, classId: last.id }))) return undefined;
  return { ...child, lastClass: last ? ((await findClass(services, last.classHashCode)) ?? null) : null };
}
