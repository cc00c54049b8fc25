import { and, inArray, type SQL } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { listPage, type ListQuery } from '#api/db/list-page.ts';
import { orderKeys, orderOf } from '#api/db/order.ts';
import { users } from '#api/db/schema.ts';
import { holdsPieces, holdsWords } from '#api/db/search.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { allTeachers, StaffMember } from '#schema/rest/users.ts';
import { nameableAdministrators, nameableTeacherSets } from './nameable.ts';
import { sortKeys } from './user-list.ts';

// A picker shows no more than these; who is not among them is found by searching, or by one letter more.
const limits = { known: 500, free: 100, found: 100 };
const byName = [{ field: 'name', direction: 'asc' }] as const;

/**
 * The teachers a caller may put on a class, by name: at most 500, of those who hold some words 100, and for a school
 * owner 100 of no school yet.
 */
export async function teachersToPick(
  db: Queryable,
  caller: StaffCaller,
  { query: words, Id: wanted }: QueryOf<typeof allTeachers>,
): Promise<StaffMember[]> {
  const { own, others } = nameableTeacherSets(caller);
  const named = wanted.length > 0 ? inArray(users.id, wanted) : undefined;
  const expected = named ? 'few' : 'many';
  const ids = [
    ...(own ? await firstByName(db, and(own, named), { words, limit: limits.known, expected: 'few' }) : []),
    ...(others
      ? await firstByName(db, and(others, named), { words, limit: own ? limits.free : limits.known, expected })
      : []),
  ];
  return membersByName(db, ids);
}

/** The school owners a caller may name as a class's school administrator, by name; at most as many. */
export async function administratorsToPick(
  db: Queryable,
  caller: StaffCaller,
  words: string | undefined,
): Promise<StaffMember[]> {
  return membersByName(db, await firstByName(db, nameableAdministrators(caller), { words, limit: limits.known }));
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

async function membersByName(db: Queryable, ids: readonly string[]): Promise<StaffMember[]> {
  const columns = { id: users.id, firstName: users.firstName, lastName: users.lastName };
  const inOrder = orderOf(byName, sortKeys, [users.id]);
  return db
    .select(columns)
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(...inOrder);
}
