import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, profiles } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';

// The queries run beyond the school wall: the child can be in classes that the caller does not see.

/** Locks the classes of a child. Call it before the child is locked, since classes are locked before children. */
export const lockClassesOfChild = (tx: Queryable, profileId: string): Promise<unknown> =>
  beyondWall(tx, (all) =>
    all
      .select({ id: classes.id })
      .from(classes)
      .innerJoin(classProfiles, eq(classProfiles.classId, classes.id))
      .where(eq(classProfiles.profileId, profileId))
      .orderBy(asc(classes.id))
      .for('no key update', { of: classes }),
  );

/**
 * Clears those numbers of a restored child that other children have by now. The other children keep their numbers.
 * Resolves to the values that changed, for the audit log.
 */
export async function giveUpTakenNumbers(tx: Queryable, profileId: string) {
  const { rows } = await beyondWall(tx, (all) =>
    all.execute<{ class_id: string; number: number }>(sql`
      with taken as (
        select own.class_id, own.number from ${classProfiles} own
        where own.profile_id = ${profileId} and exists (
          select from ${classProfiles} other join ${profiles} on ${profiles.id} = other.profile_id
          where other.class_id = own.class_id and other.number = own.number
            and other.profile_id <> own.profile_id and ${profiles.deletedAt} is null
        )
      ), given_up as (
        update ${classProfiles} own set number = null from taken
        where own.class_id = taken.class_id and own.profile_id = ${profileId}
      )
      select class_id, number from taken order by class_id`),
  );
  if (rows.length === 0) return { before: {}, after: {} };
  const classId = rows.map((row) => row.class_id);
  return { before: { classId, number: rows.map(({ number }) => number) }, after: { classId, number: null } };
}
