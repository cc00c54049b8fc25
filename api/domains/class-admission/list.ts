import { and, desc, eq, gt, isNull, or, type Placeholder, sql } from 'drizzle-orm';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { assertSeesClass } from '#api/domains/classes/sees-class.ts';
import { forEachRole } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, profiles, removedClassProfiles, users } from '#api/ground/db/schema.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import type { RemovedClassProfile, removedClassProfiles as listRemoved } from '#schema/rest/class-admission.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import { trashDays } from '#schema/rest/trash.ts';

/** The profiles that can be brought back into a class: those removed within 30 days, and blocked ones. */
export const restorableTo = (classId: string | Placeholder) =>
  and(
    eq(removedClassProfiles.classId, classId),
    isNull(profiles.deletedAt),
    or(
      eq(removedClassProfiles.blocked, true),
      gt(removedClassProfiles.removedAt, sql`now() - make_interval(days => ${sql.raw(String(trashDays))})`),
    ),
  );

interface RemovedOf {
  readonly caller: StaffCaller;
  readonly classId: string;
  readonly query: QueryOf<typeof listRemoved>;
}

/** A page of the profiles that were taken out of a class; 404 for a class that the caller does not see. */
export async function removedPage(
  { db }: Uses<'db'>,
  { caller, classId, query: { PageNumber, PageSize } }: RemovedOf,
): Promise<Page<RemovedClassProfile>> {
  const part = { limit: PageSize, offset: (PageNumber - 1) * PageSize };
  const rows = await removedFrom[caller.kind](db, { ...part, classId, userId: caller.userId });
  if (rows.length === 0) await assertSeesClass(db, caller, classId);
  const items = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    joinedAt: row.joinedAt.toISOString(),
    removedAt: row.removedAt.toISOString(),
  }));
  const totalCount = await totalOf({ PageNumber, PageSize }, rows, () => countOf(db, classId));
  return { items, pageNumber: PageNumber, pageSize: PageSize, totalCount };
}

const removedFrom = forEachRole((kind) =>
  preparedQuery(['classId', 'userId', 'limit', 'offset'], (db: Queryable, { classId, userId, limit, offset }) =>
    db
      .select({
        id: profiles.id,
        name: profiles.name,
        animal: profiles.animal,
        createdAt: profiles.createdAt,
        joinedAt: removedClassProfiles.joinedAt,
        removedAt: removedClassProfiles.removedAt,
        removedBy: { id: users.id, firstName: users.firstName, lastName: users.lastName },
        blocked: removedClassProfiles.blocked,
      })
      .from(removedClassProfiles)
      .innerJoin(classes, eq(classes.id, removedClassProfiles.classId))
      .innerJoin(profiles, eq(profiles.id, removedClassProfiles.profileId))
      .leftJoin(users, eq(users.id, removedClassProfiles.removedById))
      .where(and(restorableTo(classId), visibleTo({ kind, userId })))
      .orderBy(desc(removedClassProfiles.removedAt), profiles.id)
      .limit(limit)
      .offset(offset),
  ),
);

async function countOf(db: Queryable, classId: string): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(removedClassProfiles)
    .innerJoin(profiles, eq(profiles.id, removedClassProfiles.profileId))
    .where(restorableTo(classId));
  return found?.count ?? 0;
}
