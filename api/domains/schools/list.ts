import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { memberships, schools, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import type { SchoolDetail, SchoolMember, schools as listSchools } from '#schema/rest/schools.ts';
import { ownSchools } from './scope.ts';

type Paging = QueryOf<typeof listSchools>;

/** The schools that a member of staff may see; undefined means all. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  const own = ownSchools(caller);
  return own && sql`${schools.id} in ${own}`;
}

const memberOfStaff = { id: users.id, firstName: users.firstName, lastName: users.lastName };
const byName = [asc(sql`lower(${users.lastName})`), asc(sql`lower(${users.firstName})`), asc(users.id)];
const isThere = and(eq(users.id, memberships.userId), isNull(users.deletedAt));

/** A page of the schools that the caller may see, by name. */
export async function schoolPage(
  db: Queryable,
  caller: StaffCaller,
  { PageNumber, PageSize }: Paging,
): Promise<Page<SchoolDetail>> {
  const condition = visibleTo(caller);
  const rows = await db
    .select({
      id: schools.id,
      name: schools.name,
      // Spelled out, since drizzle leaves the tables' names out where it selects from one table.
      memberCount: sql<number>`(select count(*)::int from memberships join users on users.id = memberships.user_id
        where memberships.school_id = schools.id and users.deleted_at is null)`,
      classCount: sql<number>`(select count(*)::int from classes
        where classes.school_id = schools.id and classes.deleted_at is null)`,
    })
    .from(schools)
    .where(condition)
    .orderBy(asc(sql`lower(${schools.name})`), asc(schools.id))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  const owners = await ownersOfEach(
    db,
    rows.map(({ id }) => id),
  );
  return {
    items: rows.map((row) => ({ ...row, owners: owners.filter(({ schoolId }) => schoolId === row.id) })),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: await db.$count(schools, condition),
  };
}

const ownersOfEach = (db: Queryable, ids: string[]) =>
  db
    .select({ schoolId: memberships.schoolId, ...memberOfStaff })
    .from(memberships)
    .innerJoin(users, isThere)
    .where(and(inArray(memberships.schoolId, ids), eq(memberships.role, 'SchoolOwner')))
    .orderBy(...byName);

/** A page of a school's members, owners first, then by name; 404 when the caller does not see the school. */
export async function memberPage(
  db: Queryable,
  caller: StaffCaller,
  { schoolId, PageNumber, PageSize }: Paging & { readonly schoolId: string },
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
