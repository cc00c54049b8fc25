import { and, inArray, isNull, sql } from 'drizzle-orm';
import { inOrder, listPage } from '#api/db/list-page.ts';
import { orderKeys, type SortKey } from '#api/db/order.ts';
import { users } from '#api/db/schema.ts';
import { holdsPieces } from '#api/db/search.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import type { UserDetail, users as listUsers, UserSortField } from '#schema/rest/users.ts';
import { detailColumns, userDetails } from './details.ts';
import { filteredBy } from './filter.ts';
import { ownTo } from './scope.ts';

type ListQuery = QueryOf<typeof listUsers>;

/** The expressions that the indexes of the table are made of. */
export const sortKeys: Record<UserSortField, SortKey> = {
  name: { by: [sql`lower(${users.lastName})`, sql`lower(${users.firstName})`] },
  email: { by: [sql`lower(${users.email})`] },
  role: { by: [users.role, users.status] },
  status: { by: [users.status] },
  lastSignIn: { by: [users.lastSignInAt], nullsLast: true },
  dateCreated: { by: [users.createdAt] },
};

const inWords = ([first]: readonly { readonly field: UserSortField }[]): boolean =>
  first?.field === 'name' || first?.field === 'email';

/** A page of the members of staff the caller may see; the newest first unless sorted. */
export async function userPage({ db }: Services, caller: StaffCaller, query: ListQuery): Promise<Page<UserDetail>> {
  const { PageNumber, PageSize, SortCriteria, Roles, UserStatus, SearchText } = query;
  const filter = filteredBy({ roles: Roles, status: UserStatus, search: SearchText });
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'dateCreated', direction: 'desc' } as const];
  const own = ownTo(caller);
  const { ids, ...total } = await listPage(db, {
    id: users.id,
    condition: and(isNull(users.deletedAt), filter),
    among: own,
    narrowed: filter !== undefined || own !== undefined,
    expected: own && 'few',
    searched: SearchText
      ? { pieces: holdsPieces(users.searchText, SearchText), byWords: inWords(criteria) }
      : undefined,
    order: orderKeys(criteria, sortKeys, [users.id]),
    PageNumber,
    PageSize,
  });
  const rows = await db.select(detailColumns).from(users).where(inArray(users.id, ids));
  const items = await userDetails(db, caller, inOrder(ids, rows));
  return { items, pageNumber: PageNumber, pageSize: PageSize, ...total };
}
