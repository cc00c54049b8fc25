import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { listPage, type ListQuery } from '#api/ground/db/list-page.ts';
import { orderKeys, orderOf } from '#api/ground/db/order.ts';
import { users } from '#api/ground/db/schema.ts';
import { holdsPieces, holdsWords } from '#api/ground/db/search.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ClassStaff, StaffMember } from '#schema/rest/users.ts';
import type { allTeachers } from '#schema/rest/user-pickers.ts';
import { assignableAdministrators, assignableTeacherSets } from './staffing.ts';

// A picker shows at most so many people; a search finds the others.
const limits = { own: 500, withoutSchool: 100, found: 100 };
// The same expressions as in the table's index.
const sortKeys = { name: { by: [sql`lower(${users.lastName})`, sql`lower(${users.firstName})`] } };
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
    searched: words ? { pieces: holdsPieces(users.searchText, words), byWords: true } : undefined,
    order: orderKeys(byName, sortKeys, [users.id]),
    PageNumber: 1,
    PageSize: most,
    most,
  });
  return ids;
}

async function membersByName(db: Queryable, ids: readonly string[]): Promise<ClassStaff[]> {
  const columns = { id: users.id, firstName: users.firstName, lastName: users.lastName, status: users.status };
  const inOrder = orderOf(byName, sortKeys, [users.id]);
  return db
    .select(columns)
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(...inOrder);
}
