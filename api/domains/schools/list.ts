import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { inOrder } from '#api/ground/db/list-plan.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { memberships, schools, users } from '#api/ground/db/schema.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import type {
  SchoolDetail,
  SchoolMember,
  schoolMembers as listMembers,
  schools as listSchools,
} from '#schema/rest/schools.ts';
import { byName, isThere, memberOfStaff, schoolDetailOf, schoolDetail, selectSchools, visibleTo } from './detail.ts';
import { forEachRole } from './scope.ts';

const inOrderOfNames = [asc(sql`lower(${schools.name})`), asc(schools.id)];

const schoolsByRole = forEachRole((kind) =>
  preparedQuery(['userId', 'limit', 'offset'], (db: Queryable, { userId, limit, offset }) =>
    selectSchools(db, visibleTo({ kind, userId }))
      .orderBy(...inOrderOfNames)
      .limit(limit)
      .offset(offset),
  ),
);

/** A page of the schools that the caller may see, by name. */
export async function schoolPage(
  db: Queryable,
  caller: StaffCaller,
  { SearchText, PageNumber, PageSize }: QueryOf<typeof listSchools>,
): Promise<Page<SchoolDetail>> {
  const condition = and(visibleTo(caller), holdsWords(schools.searchText, SearchText));
  const rows = SearchText
    ? await selectSchools(db, condition)
        .orderBy(...inOrderOfNames)
        .limit(PageSize)
        .offset((PageNumber - 1) * PageSize)
    : await schoolsByRole[caller.kind](db, {
        userId: caller.userId,
        limit: PageSize,
        offset: (PageNumber - 1) * PageSize,
      });
  return {
    items: rows.map(schoolDetail),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: await totalOf({ PageNumber, PageSize }, rows, () => db.$count(schools, condition)),
  };
}

const visibleRows = forEachRole((kind) =>
  preparedQuery(['ids', 'userId'], (db: Queryable, { ids, userId }) =>
    selectSchools(db, and(sql`${schools.id} = any(${ids})`, visibleTo({ kind, userId }))),
  ),
);

/** Schools by their ids, in the order asked; without those that the caller does not see. */
export async function schoolsById(
  db: Queryable,
  caller: StaffCaller,
  asked: readonly string[],
): Promise<SchoolDetail[]> {
  const rows = await visibleRows[caller.kind](db, { ids: asked, userId: caller.userId });
  return inOrder(asked, rows).map(schoolDetail);
}

const membersByRole = forEachRole((kind) =>
  preparedQuery(['schoolId', 'userId', 'limit', 'offset'], (db: Queryable, { schoolId, userId, limit, offset }) =>
    db
      .select({ ...memberOfStaff, role: memberships.role })
      .from(memberships)
      .innerJoin(users, isThere)
      .innerJoin(schools, eq(schools.id, memberships.schoolId))
      .where(and(eq(schools.id, schoolId), visibleTo({ kind, userId })))
      .orderBy(asc(memberships.role), ...byName)
      .limit(limit)
      .offset(offset),
  ),
);

/** A page of a school's members, owners first, then by name; 404 when the caller does not see the school. */
export async function memberPage(
  db: Queryable,
  caller: StaffCaller,
  { schoolId, PageNumber, PageSize }: QueryOf<typeof listMembers> & { readonly schoolId: string },
): Promise<Page<SchoolMember>> {
  const { userId } = caller;
  const items = await membersByRole[caller.kind](db, {
    ...{ schoolId, userId },
    ...{ limit: PageSize, offset: (PageNumber - 1) * PageSize },
  });
  if (items.length === 0) await schoolDetailOf(db, caller, schoolId);
  const countAll = async () => {
    const isMember = eq(memberships.schoolId, schoolId);
    const [total] = await db.select({ count: count() }).from(memberships).innerJoin(users, isThere).where(isMember);
    return total?.count ?? 0;
  };
  const totalCount = await totalOf({ PageNumber, PageSize }, items, countAll);
  return { items, pageNumber: PageNumber, pageSize: PageSize, totalCount };
}
