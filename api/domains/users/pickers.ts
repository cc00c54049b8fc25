import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { forEachRole } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { listPage } from '#api/ground/db/list-plan.ts';
import type { ListQuery } from '#api/ground/db/list-statements.ts';
import { orderKeys, orderOf } from '#api/ground/db/order.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { users } from '#api/ground/db/schema.ts';
import { holdsWords, searchedBy } from '#api/ground/db/search.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ClassStaff, StaffMember } from '#schema/rest/users.ts';
import type { allTeachers } from '#schema/rest/user-pickers.ts';
import { areTeachers, assignableAdministrators, assignableTeacherSets } from './staffing.ts';

// A picker shows at most so many people; a search finds the others.
const limits = { own: 500, withoutSchool: 100, found: 100 };
// The same expressions as in the table's index.
const sortKeys = { name: { by: [sql`lower(${users.lastName})`, sql`lower(${users.firstName})`] as const } };
const byName = [{ field: 'name', direction: 'asc' }] as const;

/**
 * The teachers whom a caller may assign to a class, by name: at most 500, or 100 in a search. For a school owner another
 * 100 teachers who belong to no school yet.
 */
export async function teacherOptions(
  db: Queryable,
  caller: StaffCaller,
  { query: words, Id: wanted }: QueryOf<typeof allTeachers>,
): Promise<ClassStaff[]> {
  const { own, others } = assignableTeacherSets(caller);
  if (!own && !words && wanted.length === 0) {
    const rows = await firstTeachers(db, {});
    if (rows.length === limits.own || rows[0]?.isComplete) return rows.map(memberOf);
  }
  const named = wanted.length > 0 ? inArray(users.id, wanted) : undefined;
  const expected = named ? 'few' : 'many';
  const ids = [
    ...(own ? await firstByName(db, and(own, named), { words, limit: limits.own, expected: 'few' }) : []),
    ...(others
      ? // Who belongs to no school is known where all schools are.
        await beyondWall(db, async (all) =>
          firstByName(all, and(others, named), { words, limit: own ? limits.withoutSchool : limits.own, expected }),
        )
      : []),
  ];
  return membersByName(db, ids);
}

/** The school owners whom a caller may assign as a class's school administrator, by name; the same limits. */
export async function administratorOptions(
  db: Queryable,
  caller: StaffCaller,
  words: string | undefined,
): Promise<StaffMember[]> {
  if (!words) {
    const rows = await fewAdministrators[caller.kind](db, { userId: caller.userId });
    if (rows.length <= limits.own) return rows;
  }
  return membersByName(db, await firstByName(db, assignableAdministrators(caller), { words, limit: limits.own }));
}

interface Wanted extends Pick<ListQuery, 'expected'> {
  readonly words: string | undefined;
  readonly limit: number;
}

async function firstByName(
  db: Queryable,
  condition: SQL | undefined,
  { words, limit, expected }: Wanted,
): Promise<readonly string[]> {
  const most = words ? Math.min(limit, limits.found) : limit;
  const { ids } = await listPage(db, {
    id: users.id,
    condition: and(condition, holdsWords(users.searchText, words)),
    narrowed: true,
    expected,
    searched: searchedBy(users.searchText, words, true),
    order: orderKeys(byName, sortKeys, [users.id]),
    PageNumber: 1,
    PageSize: most,
    most,
  });
  return ids;
}

const columns = { id: users.id, firstName: users.firstName, lastName: users.lastName, status: users.status };
const inOrder = orderOf(byName, sortKeys, [users.id]);
const selectMembers = <More extends Record<string, SQL>>(db: Queryable, ids: SQL, more: More) =>
  db
    .select({ ...columns, ...more })
    .from(users)
    .where(sql`${users.id} = any(${ids})`)
    .orderBy(...inOrder);

const membersOfIds = preparedQuery(['ids'], (db: Queryable, { ids }) => selectMembers(db, sql`${ids}`, {}));

const membersByName = (db: Queryable, ids: readonly string[]): Promise<ClassStaff[]> =>
  membersOfIds(db, { ids: [...ids] });

// Of so many people the teachers are found in the order of the names, as `listPage` does it.
const readByName = sql.raw('5000');

/** The first teachers by name, each with whether all people were read: one statement finds them in most schools. */
const firstTeachers = preparedQuery([], (db: Queryable) => {
  const [lastName, firstName] = sortKeys.name.by;
  // The keys have names, since PostgreSQL knows that rows are sorted by a column, but not by a repeated expression.
  const people = sql`select *, ${lastName} as last_key, ${firstName} as first_key from ${users}
    where ${users.deletedAt} is null order by ${sql.join(inOrder, sql`, `)} limit ${readByName}`;
  const found = sql`select ${users.id} from (${people}) as ${users} where ${areTeachers}
    order by last_key, first_key, ${users.id} limit ${sql.raw(String(limits.own))}`;
  const isComplete = sql<boolean>`not exists (
    select from ${users} others where others.deleted_at is null offset ${readByName}
  )`;
  return selectMembers(db, sql`array(${found})`, { isComplete });
});

const memberOf = ({ id, firstName, lastName, status }: ClassStaff): ClassStaff => ({ id, firstName, lastName, status });

/** All school owners whom a caller may assign, unless they are more than the limit. */
const fewAdministrators = forEachRole((kind) =>
  preparedQuery(['userId'], (db: Queryable, { userId }) => {
    const found = sql`select ${users.id} from ${users} where ${assignableAdministrators({ kind, userId })}
      limit ${sql.raw(String(limits.own + 1))}`;
    return selectMembers(db, sql`array(${found})`, {});
  }),
);
