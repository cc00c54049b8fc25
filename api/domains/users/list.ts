import { and, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { ownPeople } from '#api/domains/schools/scope.ts';
import { changedRows } from '#api/ground/db/changes.ts';
import { firstPages } from '#api/ground/db/first-page.ts';
import { countUpTo } from '#api/ground/db/bounded-total.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { counted, inOrder, listPage } from '#api/ground/db/list-plan.ts';
import { orderKeys, type SortKey } from '#api/ground/db/order.ts';
import { users } from '#api/ground/db/schema.ts';
import { holdsWords, searchedBy } from '#api/ground/db/search.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Role } from '#schema/access.ts';
import type { UserStatus } from '#schema/rest/enumerations.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import type { Changes } from '#schema/rest/changes.ts';
import type { UserDetail, userChanges, userFilters, users as listUsers, UserSortField } from '#schema/rest/users.ts';
import { selectUsers, userDetails, userRows, visibleRows } from './detail.ts';

type ListQuery = QueryOf<typeof listUsers>;

/** The same expressions as in the table's indexes. */
const sortKeys: Record<UserSortField, SortKey> = {
  name: { by: [sql`lower(${users.lastName})`, sql`lower(${users.firstName})`] },
  email: { by: [sql`lower(${users.email})`] },
  role: { by: [users.role, users.status] },
  status: { by: [users.status] },
  lastSignIn: { by: [users.lastSignInAt], nullsLast: true },
  createdAt: { by: [users.createdAt] },
  dateCreated: { by: [users.createdAt] },
};

const isSortedByText = ([first]: readonly { readonly field: UserSortField }[]): boolean =>
  first?.field === 'name' || first?.field === 'email';

/** A page of the members of staff whom the caller sees; the newest first by default. */
export async function userPage(
  { db }: Uses<'db'>,
  caller: StaffCaller,
  query: ListQuery,
): Promise<ConnectionPage<UserDetail>> {
  const { PageNumber, PageSize, SortCriteria, SearchText, ExternalIds, Emails } = query;
  const filter = matchesFilter(filterOf(query));
  const lookedUp = ExternalIds.length + Emails.length > 0;
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'createdAt', direction: 'desc' } as const];
  const own = ownPeople(caller);
  const condition = and(isNull(users.deletedAt), filter);
  const order = orderKeys(criteria, sortKeys, [users.id]);
  const detailsOf = async (ids: readonly string[]) =>
    userDetails(db, caller, inOrder(ids, await userRows(db, { ids })));
  if (query.After !== undefined) {
    const list = { from: sql`${users}`, condition: and(own, condition) };
    const page = await keysetPage(db, { ...list, name: 'users', query, id: users.id, order });
    const total = await countUpTo(db, { ...list, most: counted[SearchText ? 'searched' : 'all'] });
    return connectionPage(query, page, { items: await detailsOf(page.ids), ...total });
  }
  const list = { id: users.id, condition, order, PageNumber, PageSize };
  const narrowed = filter !== undefined || own !== undefined;
  if (!narrowed && PageNumber === 1) {
    const { rows, ...total } = await firstUsers(db, { ...list, orderedAs: JSON.stringify(criteria) });
    return { items: await userDetails(db, caller, rows), pageNumber: PageNumber, pageSize: PageSize, ...total };
  }
  const { ids, ...total } = await listPage(db, {
    ...list,
    scopeCondition: own,
    narrowed,
    expected: own || lookedUp ? 'few' : undefined,
    searched: searchedBy(users.searchText, SearchText, isSortedByText(criteria)),
  });
  return { items: await detailsOf(ids), pageNumber: PageNumber, pageSize: PageSize, ...total };
}

const firstUsers = firstPages((db, { isOnPage, order }) => selectUsers(db).where(isOnPage).orderBy(order));

/** Members of staff by their ids, in the requested order, without those that the caller may not see. */
export async function usersById(
  { db }: Uses<'db'>,
  caller: StaffCaller,
  asked: readonly string[],
): Promise<UserDetail[]> {
  const ids = asked.map((id) => id.toLowerCase());
  return userDetails(db, caller, inOrder(ids, await visibleRows(db, caller, ids)));
}

/** The members of staff whom the caller sees, by their last change. */
export async function changedUsers(
  { db }: Uses<'db'>,
  caller: StaffCaller,
  query: QueryOf<typeof userChanges>,
): Promise<Changes<UserDetail>> {
  const { ids, ...feed } = await changedRows(db, { kind: 'user', among: ownPeople(caller), query });
  const rows = await userRows(db, { ids });
  return { items: await userDetails(db, caller, inOrder(ids, rows)), ...feed };
}

/** The filter of the list, the export and bulk changes; an empty filter matches everybody. */
interface UserFilter {
  readonly roles: readonly Role[];
  readonly status: readonly UserStatus[];
  readonly search?: string | undefined;
  readonly externalIds: readonly string[];
  readonly emails: readonly string[];
  readonly updatedSince?: string | undefined;
}

type FilterQuery = Pick<ListQuery, keyof typeof userFilters>;

/** The filter that a query names. */
export const filterOf = (query: FilterQuery): UserFilter => ({
  roles: query.Roles,
  status: query.UserStatus,
  search: query.SearchText,
  externalIds: query.ExternalIds,
  emails: query.Emails,
  updatedSince: query.UpdatedSince,
});

export function matchesFilter({
  roles,
  status,
  search,
  externalIds,
  emails,
  updatedSince,
}: UserFilter): SQL | undefined {
  return and(
    roles.length > 0 ? inArray(users.role, [...roles]) : undefined,
    status.length > 0 ? inArray(users.status, [...status]) : undefined,
    holdsWords(users.searchText, search),
    externalIds.length > 0 ? inArray(users.externalId, [...externalIds]) : undefined,
    emails.length > 0 ? inArray(sql`lower(${users.email})`, emails.map(lowerCase)) : undefined,
    updatedSince === undefined ? undefined : gte(users.updatedAt, new Date(updatedSince)),
  );
}

// PostgreSQL lowers the letters, so that the query matches the index.
const lowerCase = (text: string): SQL => sql`lower(${text}::text)`;
