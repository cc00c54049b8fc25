import { and, eq, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isRunning, visibleTo } from '#api/domains/classes/scope.ts';
import { todayAtSchool } from '#api/domains/schools/zone.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, communityPosts, removedClassProfiles } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict } from '#api/ground/http/problems.ts';
import type { Settings } from '#api/ground/settings/settings.ts';

interface Among {
  /** Only the classes that the profile is in now. */
  readonly joinedOnly?: boolean;
  readonly where?: SQL | undefined;
}

interface Change {
  readonly caller: StaffCaller;
  readonly profileIds: readonly string[];
  /** The field of the request that named the profiles, if any. */
  readonly field?: string;
  /** The classes that matter to the change; all without it. */
  readonly among?: Among;
}

/**
 * Answers 409 when a profile is also in a class that the caller does not see, has left posts on its wall, or can be
 * brought back to it: only its staff may change the profile, whose name is on that wall.
 */
export async function assertInNoOtherClass(tx: Queryable, change: Change): Promise<void> {
  // A class that refuses is one that the caller does not see.
  const [elsewhere] = await beyondWall(tx, (all) => classesBeside(all, change));
  if (elsewhere)
    throw conflict(
      'messages.profileInOtherClass',
      'A profile here is or was in another teacher’s class. Ask an administrator.',
      change.field,
    );
}

async function classesBeside(all: Queryable, { caller, profileIds, among: { joinedOnly, where } = {} }: Change) {
  const ids = [...profileIds];
  const visible = all.select({ id: classes.id }).from(classes).where(visibleTo(caller));
  const joined = all
    .select({ classId: classProfiles.classId })
    .from(classProfiles)
    .where(inArray(classProfiles.profileId, ids));
  const posted = all
    .select({ classId: communityPosts.classId })
    .from(communityPosts)
    .where(and(inArray(communityPosts.profileId, ids), isNull(communityPosts.deletedAt)));
  const left = all
    .select({ classId: removedClassProfiles.classId })
    .from(removedClassProfiles)
    .where(inArray(removedClassProfiles.profileId, ids));
  return all
    .select({ id: classes.id })
    .from(classes)
    .where(
      and(
        inArray(classes.id, joinedOnly ? joined : joined.union(posted).union(left)),
        isNull(classes.deletedAt),
        not(inArray(classes.id, visible)),
        where,
      ),
    )
    .limit(1);
}

/** The classes that have begun and are not completed. */
export const isUnderWay = ({ timeZone }: Pick<Settings, 'timeZone'>): SQL | undefined =>
  and(isRunning(timeZone), lte(classes.startDate, todayAtSchool(timeZone)));

const inHand = alias(classes, 'class_in_hand');

/**
 * The classes that are under way, and all classes of other schools. Past and coming classes of the same school do not
 * matter: a name must not wait for last year's teacher.
 */
export const underWayOrOfOthers = (
  settings: Pick<Settings, 'timeZone'>,
  { classId }: { readonly classId: string },
): SQL | undefined =>
  or(
    isUnderWay(settings),
    sql`not exists (
      select from ${classes} ${sql.identifier('class_in_hand')}
      where ${and(eq(inHand.id, classId), eq(inHand.schoolId, classes.schoolId))})`,
  );
