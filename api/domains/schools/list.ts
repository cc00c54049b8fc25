import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { inOrder } from '#api/ground/db/list-page.ts';
import { memberships, schools, users } from '#api/ground/db/schema.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import type {
  SchoolDetail,
  SchoolMember,
  schoolMembers as listMembers,
  schools as listSchools,
} from '#schema/rest/schools.ts';
import { byName, isThere, memberOfStaff, schoolDetails, selectSchools, visibleTo } from './detail.ts';

/** A page of the schools that the caller may see, by name. */
export async function schoolPage(
  db: Queryable,
  caller: StaffCaller,
  { SearchText, PageNumber, PageSize }: QueryOf<typeof listSchools>,
): Promise<Page<SchoolDetail>> {
  const condition = and(visibleTo(caller), holdsWords(schools.searchText, SearchText));
  const rows = await selectSchools(db, condition)
    .orderBy(asc(sql`lower(${schools.name})`), asc(schools.id))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  return {
    items: await schoolDetails(db, rows),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: await db.$count(schools, condition),
  };
}

/** Schools by their ids, in the order asked; without those that the caller does not see. */
export async function schoolsById(
  db: Queryable,
  caller: StaffCaller,
  asked: readonly string[],
): Promise<SchoolDetail[]> {
  const rows = await selectSchools(db, and(inArray(schools.id, [...asked]), visibleTo(caller)));
  return inOrder(asked, await schoolDetails(db, rows));
}

/** A page of a school's members, owners first, then by name; 404 when the caller does not see the school. */
export async function memberPage(
  db: Queryable,
  caller: StaffCaller,
  { schoolId, PageNumber, PageSize }: QueryOf<typeof listMembers> & { readonly schoolId: string },
): Promise<Page<SchoolMember>> {
  const [school] = await db
    .select({ id: schools.id })
    .from(schools)
    .where(and(eq(schools.id, schoolId), visibleTo(caller)));
  if (!school) throw notFound();
  const condition = eq(memberships.schoolId, schoolId);
  const items = await db
    .select({ ...memberOfStaff, role: memberships.role })
    .from(memberships)
    .innerJoin(users, isThere)
    .where(condition)
    .orderBy(asc(memberships.role), ...byName)
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  const [total] = await db.select({ count: count() }).from(memberships).innerJoin(users, isThere).where(condition);
  return { items, pageNumber: PageNumber, pageSize: PageSize, totalCount: total?.count ?? 0 };
}
