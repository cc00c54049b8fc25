import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { memberships, schools, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { SchoolDetail } from '#schema/rest/schools.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { schoolFields } from '#schema/rules/schools.ts';
import { ownSchools } from './scope.ts';

/** The schools that a member of staff may see; undefined means all. */
export function visibleTo(caller: StaffCaller): SQL | undefined {
  const own = ownSchools(caller);
  return own && sql`${schools.id} in ${own}`;
}

/** A member's name, for queries that join memberships and users. */
export const memberOfStaff = { id: users.id, firstName: users.firstName, lastName: users.lastName };
export const byName = [asc(sql`lower(${users.lastName})`), asc(sql`lower(${users.firstName})`), asc(users.id)];
export const isThere = and(eq(users.id, memberships.userId), isNull(users.deletedAt));

/** Schools with all columns of a list or detail, but for their owners. */
export const selectSchools = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      id: schools.id,
      ...pick(schools, schoolFields),
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

/** Schools in the contract's shape, with their owners by name. */
export async function schoolDetails(db: Queryable, rows: readonly SchoolRow[]): Promise<SchoolDetail[]> {
  const ids = rows.map(({ id }) => id);
  const owners = await db
    .select({ schoolId: memberships.schoolId, ...memberOfStaff })
    .from(memberships)
    .innerJoin(users, isThere)
    .where(and(inArray(memberships.schoolId, ids), eq(memberships.role, 'SchoolOwner')))
    .orderBy(...byName);
  return rows.map((row) => ({
    ...row,
    owners: owners.filter(({ schoolId }) => schoolId === row.id),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/** Reads one school; 404 when the caller does not see it. */
export async function schoolDetailOf(db: Queryable, caller: StaffCaller, id: string): Promise<SchoolDetail> {
  const [detail] = await schoolDetails(db, await selectSchools(db, and(eq(schools.id, id), visibleTo(caller))));
  if (!detail) throw notFound();
  return detail;
}
