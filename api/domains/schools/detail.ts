import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { memberships, schools, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { SchoolDetail } from '#schema/rest/schools.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { schoolFields } from '#schema/rules/schools.ts';
import { forEachRole, ownSchools, type Viewer } from './scope.ts';

/** The schools that a member of staff may see; undefined means all. */
export function visibleTo(caller: Viewer): SQL | undefined {
  const own = ownSchools(caller);
  return own && sql`${schools.id} in ${own}`;
}

/** A member's name, for queries that join memberships and users. */
export const memberOfStaff = { id: users.id, firstName: users.firstName, lastName: users.lastName };
export const byName = [asc(sql`lower(${users.lastName})`), asc(sql`lower(${users.firstName})`), asc(users.id)];
export const isThere = and(eq(users.id, memberships.userId), isNull(users.deletedAt));

// By name, in the form that the contract has.
const owners = sql<SchoolDetail['owners']>`(
  select coalesce(json_agg(json_build_object('id', owner.id, 'firstName', owner.first_name, 'lastName', owner.last_name)
    order by lower(owner.last_name), lower(owner.first_name), owner.id), '[]')
  from ${memberships} owned join ${users} owner on owner.id = owned.user_id
  where owned.school_id = ${schools.id} and owned.role = 'SchoolOwner' and owner.deleted_at is null
)`;

/** Schools with all columns of a list or detail. */
export const selectSchools = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      id: schools.id,
      ...pick(schools, schoolFields),
      owners,
      memberCount: sql<number>`(select count(*)::int from memberships join users on users.id = memberships.user_id
        where memberships.school_id = ${schools.id} and users.deleted_at is null)`,
      classCount: sql<number>`(select count(*)::int from classes
        where classes.school_id = ${schools.id} and classes.deleted_at is null)`,
      version: schools.version,
      createdAt: schools.createdAt,
      updatedAt: schools.updatedAt,
      updatedBy: editorColumns,
    })
    .from(schools)
    .leftJoin(editors, eq(editors.id, schools.updatedById))
    .where(condition);

type SchoolRow = Awaited<ReturnType<typeof selectSchools>>[number];

/** A school in the contract's shape. */
export const schoolDetail = (row: SchoolRow): SchoolDetail => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const schoolByRole = forEachRole((kind) =>
  preparedQuery(['id', 'userId'], (db: Queryable, { id, userId }) =>
    selectSchools(db, and(eq(schools.id, id), visibleTo({ kind, userId }))),
  ),
);

/** Reads one school; 404 when the caller does not see it. */
export async function schoolDetailOf(db: Queryable, caller: StaffCaller, id: string): Promise<SchoolDetail> {
  const [row] = await schoolByRole[caller.kind](db, { id, userId: caller.userId });
  if (!row) throw notFound();
  return schoolDetail(row);
}
