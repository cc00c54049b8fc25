import { and, desc, eq, isNull, lte, or } from 'drizzle-orm';
import { isUnderWay } from '#api/domains/class-profiles/other-classes.ts';
import { isRunning } from '#api/domains/classes/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { Uses } from '#api/ground/services.ts';

interface Joining extends Uses<'settings'> {
  /** Of the class that the child joins. */
  readonly classId: string;
  readonly startDate: string;
  readonly schoolId: string | null;
  readonly profileId: string;
  /** Whether the package has taken the child out of the class with this `sourcedId`. */
  readonly isMovedFrom: (sourcedId: string) => boolean;
}

/**
 * The `lastSeenAt` for a child who joins a class by an import: just before that of the child's running classes that are
 * under way or start no later than this class, so that the child's card still opens them. Undefined stands for
 * the present time: if there is no such class, and if the package moves the child from the class that the card opens to
 * one that is under way.
 */
export async function seenBefore(tx: Queryable, joining: Joining): Promise<Date | undefined> {
  const { settings, startDate, profileId } = joining;
  const startsBefore = or(isUnderWay(settings), lte(classes.startDate, startDate));
  // A class of another school counts too, as the child has one card for all.
  const [last] = await beyondWall(tx, async (all) =>
    all
      .select({
        ...{ id: classes.id, externalId: classes.externalId, schoolId: classes.schoolId },
        seenAt: classProfiles.lastSeenAt,
      })
      .from(classProfiles)
      .innerJoin(classes, eq(classes.id, classProfiles.classId))
      .where(
        and(
          eq(classProfiles.profileId, profileId),
          isNull(classes.deletedAt),
          isRunning(settings.timeZone),
          startsBefore,
        ),
      )
      .orderBy(desc(classProfiles.lastSeenAt), classes.startDate, classes.id)
      .limit(1),
  );
  if (!last) return undefined;
  const isMoved = last.schoolId === joining.schoolId && joining.isMovedFrom(last.externalId ?? last.id);
  if (isMoved && (await hasBegun(tx, joining))) return undefined;
  return new Date(last.seenAt.getTime() - 1);
}

async function hasBegun(tx: Queryable, { settings, classId }: Joining): Promise<boolean> {
  const found = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(eq(classes.id, classId), isUnderWay(settings)));
  return found.length > 0;
}
