import { and, asc, eq, type Placeholder, sql } from 'drizzle-orm';
import { nameOrder } from './name-order.ts';
import { ofRunningClass, runningClass } from './classes.ts';
import { enterClass } from './enter.ts';
import { isListed, tileNumbers } from './tile-numbers.ts';
import { todayAtSchool } from '#api/domains/schools/zone.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, classProfiles, mergedProfiles, profiles } from '#api/ground/db/schema.ts';
import { forbidden } from '#api/ground/http/problems.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import type { Uses } from '#api/ground/services.ts';
import { ChildGuard, ClassStatus } from '#schema/rest/enumerations.ts';
import { rosterLimit } from '#schema/rules/rosters.ts';
import type { AnimalName } from '#schema/rules/profile-name.ts';

/** The children of a class, by number, then by reading; none when students do not see the class or it is completed. */
export async function rosterOf(services: Uses<'db' | 'settings'>, classHashCode: string) {
  const rows = await childrenOfClass(services.db, runningClass(services, classHashCode));
  const numberOf = tileNumbers(rows);
  return rows.map(({ pictures: _secret, joinedAt: _joinedAt, ...child }) => ({ ...child, number: numberOf(child) }));
}

const childrenOfClass = preparedQuery(['classHashCode', 'timeZone'], (db: Queryable, ofClass) =>
  selectChildren(db, ofClass.timeZone)
    .where(isListed(ofRunningClass(classes.id, ofClass)))
    .orderBy(sql`${classProfiles.number} nulls last`, nameOrder, asc(profiles.id))
    .limit(rosterLimit),
);

/** Whether a running class of a child has this guard; `timeZone` is the installation's. */
const isGuardedBy = (guard: ChildGuard, timeZone: string | Placeholder) => sql<boolean>`exists (
  select from ${classProfiles} joined join ${classes} guarding on guarding.id = joined.class_id
  where joined.profile_id = ${profiles}.id and guarding.child_guard = ${guard}
    and guarding.deleted_at is null and guarding.status = ${ClassStatus.ACTIVE}
    and guarding.end_date >= ${todayAtSchool(timeZone, sql`guarding.school_id`)}
)`;

/** The proofs that a child shows before a device takes its profile; `timeZone` is the installation's. */
export const guardsOf = (timeZone: string | Placeholder) => ({
  asksPictures: isGuardedBy(ChildGuard.PICTURES, timeZone),
  asksCard: isGuardedBy(ChildGuard.CARD, timeZone),
});

/** The profiles that were merged into a profile. */
export const mergedIds = sql<string[]>`array(
  select ${mergedProfiles.id} from ${mergedProfiles} where ${mergedProfiles.intoId} = ${profiles}.id order by ${mergedProfiles.id}
)`;

/** Whether a child shows a proof before a device takes its profile. */
export async function isGuarded({ db, settings }: Uses<'db' | 'settings'>, profileId: string): Promise<boolean> {
  const [child] = await db.select(guardsOf(settings.timeZone)).from(profiles).where(eq(profiles.id, profileId));
  return child !== undefined && (child.asksPictures || child.asksCard);
}

// A guard of one running class applies in all classes of the child; otherwise the code of another class would avoid it.
const selectChildren = (db: Queryable, timeZone: string | Placeholder) =>
  db
    .select({
      id: profiles.id,
      name: profiles.name,
      animal: profiles.animal,
      pictures: profiles.pictures,
      number: classProfiles.number,
      joinedAt: classProfiles.joinedAt,
      mergedIds,
      ...guardsOf(timeZone),
    })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .$dynamic();

interface Taking {
  readonly classId: string;
  /** The class's hash code as it was shown. */
  readonly shownCode: string;
  readonly profileId: string;
  readonly pictures: readonly AnimalName[];
  /** The secret id of the child's device, if it has one. */
  readonly device: string | undefined;
}

/** Checks the child's pictures where they are asked for, and takes its profile for a device of the class. */
export function createTakeProfile(services: Uses<'db' | 'pool' | 'secrets' | 'settings'>) {
  const { db, settings } = services;
  // 720 secrets: 20 guesses a day find one child's with 3 in 100.
  const guesses = [
    createRateLimit(services, { name: 'picture-guesses', points: 5, seconds: 300 }),
    createRateLimit(services, { name: 'picture-guesses-day', points: 20, seconds: 86_400 }),
  ];

  // A guess counts before the comparison and is given back when right, so simultaneous guesses cannot pass together.
  async function assertRight(child: { id: string; pictures: readonly string[] }, shown: readonly string[]) {
    // New pictures begin a new count.
    const key = hashOf(`${child.id} ${child.pictures.join(' ')}`);
    for (const limit of guesses) await limit.take(key);
    if (shown.join(' ') !== child.pictures.join(' '))
      throw forbidden('messages.wrongPictures', 'These are not the child’s pictures.');
    for (const limit of guesses) await limit.giveBack(key);
  }

  /** The profile; undefined when it has not joined the class. Throws 403 and 429. */
  return async ({ classId, shownCode, profileId, pictures, device }: Taking) => {
    const [child] = await selectChildren(db, settings.timeZone).where(
      and(isListed(classId), eq(profiles.id, profileId)),
    );
    if (!child) return undefined;
    if (child.asksCard) throw forbidden('messages.cardOnly', 'Only the child’s own card opens this profile.');
    if (child.asksPictures) await assertRight(child, pictures);
    if (!(await enterClass(db, { profileId, classId, shownCode, device }))) return undefined;
    return { id: child.id, name: child.name, animal: child.animal };
  };
}
