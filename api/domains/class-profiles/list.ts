import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { nameOrder } from '#api/domains/students/name-order.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { orderOf, type SortKey } from '#api/ground/db/order.ts';
import { classes, classProfiles, communityPosts, profiles } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type {
  ClassProfile,
  ClassProfileSortField,
  classProfiles as listProfiles,
} from '#schema/rest/class-profiles.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { profileFields } from '#schema/rules/profiles.ts';

const sortKeys: Record<ClassProfileSortField, SortKey> = {
  name: { by: [nameOrder] },
  joinedAt: { by: [classProfiles.joinedAt] },
  lastSeenAt: { by: [classProfiles.lastSeenAt] },
};

/** A page of a class's profiles; the caller has checked that the class is visible. */
export async function profilePage(
  db: Queryable,
  classId: string,
  { PageNumber, PageSize, SortCriteria }: QueryOf<typeof listProfiles>,
): Promise<Page<ClassProfile>> {
  const condition = inClass(classId);
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'name', direction: 'asc' } as const];
  const rows = await selectProfiles(db, condition)
    .orderBy(...orderOf(criteria, sortKeys, [profiles.id]))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  const [total] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(condition);
  return { items: rows.map(shown), pageNumber: PageNumber, pageSize: PageSize, totalCount: total?.count ?? 0 };
}

/** One profile of a class; 404 when the class has no such profile. */
export async function profileOf(db: Queryable, classId: string, profileId: string): Promise<ClassProfile> {
  const [row] = await selectProfiles(db, and(inClass(classId), eq(profiles.id, profileId)));
  if (!row) throw notFound();
  return shown(row);
}

/** The profiles that have joined a class and have not been removed. */
export const inClass = (classId: string): SQL | undefined =>
  and(eq(classProfiles.classId, classId), isNull(profiles.deletedAt));

const selectProfiles = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      id: profiles.id,
      ...pick(profiles, profileFields),
      animal: profiles.animal,
      pictures: profiles.pictures,
      version: profiles.version,
      joinedAt: classProfiles.joinedAt,
      lastSeenAt: classProfiles.lastSeenAt,
      postCount: sql<number>`(
        select count(*)::int from ${communityPosts} where ${communityPosts.profileId} = ${profiles.id}
          and ${communityPosts.classId} = ${classProfiles.classId} and ${communityPosts.deletedAt} is null
      )`,
      otherClassCount: sql<number>`(
        select count(*)::int from ${classProfiles} other join ${classes} on ${classes.id} = other.class_id
          where other.profile_id = ${profiles.id} and other.class_id <> ${classProfiles.classId}
            and ${classes.deletedAt} is null
      )`,
    })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(condition)
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectProfiles>>[number];

const shown = (row: Row): ClassProfile => ({
  ...row,
  joinedAt: row.joinedAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
});
