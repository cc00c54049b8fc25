import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { profiles, removedClassProfiles, users } from '#api/ground/db/schema.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { Uses } from '#api/ground/services.ts';
import type { RemovedClassProfile, removedClassProfiles as listRemoved } from '#schema/rest/class-admission.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import { trashDays } from '#schema/rest/trash.ts';

/** The profiles that can be brought back into a class: those removed within 30 days, and blocked ones. */
export const restorableTo = (classId: string) =>
  and(
    eq(removedClassProfiles.classId, classId),
    isNull(profiles.deletedAt),
    or(
      eq(removedClassProfiles.blocked, true),
      gt(removedClassProfiles.removedAt, sql`now() - make_interval(days => ${sql.raw(String(trashDays))})`),
    ),
  );

/** A page of the profiles that were taken out of a class; the caller has checked that the class is visible. */
export async function removedPage(
  { db }: Uses<'db'>,
  classId: string,
  { PageNumber, PageSize }: QueryOf<typeof listRemoved>,
): Promise<Page<RemovedClassProfile>> {
  const rows = await db
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
    .innerJoin(profiles, eq(profiles.id, removedClassProfiles.profileId))
    .leftJoin(users, eq(users.id, removedClassProfiles.removedById))
    .where(restorableTo(classId))
    .orderBy(desc(removedClassProfiles.removedAt), profiles.id)
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  const items = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    joinedAt: row.joinedAt.toISOString(),
    removedAt: row.removedAt.toISOString(),
  }));
  const totalCount = await totalOf({ PageNumber, PageSize }, rows, () => countOf(db, classId));
  return { items, pageNumber: PageNumber, pageSize: PageSize, totalCount };
}

async function countOf(db: Queryable, classId: string): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(removedClassProfiles)
    .innerJoin(profiles, eq(profiles.id, removedClassProfiles.profileId))
    .where(restorableTo(classId));
  return found?.count ?? 0;
}
