import { and, eq, isNull, lte, max, or } from 'drizzle-orm';
import { isUnderWay } from '#api/domains/class-profiles/other-classes.ts';
import { isRunning } from '#api/domains/classes/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { Uses } from '#api/ground/services.ts';

interface Joining extends Uses<'settings'> {
  /** Of the class that the child joins. */
  readonly startDate: string;
  readonly profileId: string;
}

/**
 * The `lastSeenAt` for a child who joins a class by an import: just before that of the child's running classes that are
 * under way or start no later than this class, so that the child's card still opens them. Undefined without such a class.
 */
export async function seenBefore(
  tx: Queryable,
  { settings, startDate, profileId }: Joining,
): Promise<Date | undefined> {
  const startsBefore = or(isUnderWay(settings), lte(classes.startDate, startDate));
  // A class of another school counts too, as the child has one card for all.
  const [found] = await beyondWall(tx, async (all) =>
    all
      .select({ at: max(classProfiles.lastSeenAt) })
      .from(classProfiles)
      .innerJoin(classes, eq(classes.id, classProfiles.classId))
      .where(
        and(
          eq(classProfiles.profileId, profileId),
          isNull(classes.deletedAt),
          isRunning(settings.timeZone),
          startsBefore,
        ),
      ),
  );
  return found?.at ? new Date(found.at.getTime() - 1) : undefined;
}
