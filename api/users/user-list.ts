import { and, count, inArray, type SQL, sql } from 'drizzle-orm';
import { orderOf, type SortKey } from '#api/db/order.ts';
import { holdsWords } from '#api/db/search.ts';
import { users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { Services } from '#api/services.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import type { UserDetail, users as listUsers, UserSortField } from '#schema/rest/users.ts';
import { visibleTo } from './scope.ts';

type ListQuery = QueryOf<typeof listUsers>;

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  username: users.username,
  role: users.role,
  phoneNumber: users.phoneNumber,
  phoneType: users.phoneType,
  status: users.status,
  dateCreated: users.createdAt,
  invitedAt: users.invitedAt,
  lastSignInAt: users.lastSignInAt,
};

const sortKeys: Record<UserSortField, SortKey> = {
  name: { by: [sql`lower(${users.lastName})`, sql`lower(${users.firstName})`] },
  email: { by: [sql`lower(${users.email})`] },
  role: { by: [users.role] },
  status: { by: [users.status] },
  lastSignIn: { by: [users.lastSignInAt], nullsLast: true },
  dateCreated: { by: [users.createdAt] },
};

/** A page of the members of staff the caller may see; the newest first unless sorted. */
export async function userPage({ db }: Services, caller: StaffCaller, query: ListQuery): Promise<Page<UserDetail>> {
  const { PageNumber, PageSize, SortCriteria } = query;
  const condition = and(visibleTo(caller), filter(query));
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'dateCreated', direction: 'desc' } as const];
  const [total] = await db.select({ count: count() }).from(users).where(condition);
  const rows = await db
    .select(columns)
    .from(users)
    .where(condition)
    .orderBy(...orderOf(criteria, sortKeys, [users.id]))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  return { items: rows.map(asDetail), pageNumber: PageNumber, pageSize: PageSize, totalCount: total?.count ?? 0 };
}

function filter({ Roles, UserStatus, SearchText }: ListQuery): SQL | undefined {
  return and(
    Roles.length > 0 ? inArray(users.role, Roles) : undefined,
    UserStatus.length > 0 ? inArray(users.status, UserStatus) : undefined,
    holdsWords(users.searchText, SearchText),
  );
}

interface UserTimes {
  readonly dateCreated: Date;
  readonly invitedAt: Date | null;
  readonly lastSignInAt: Date | null;
}

const asDetail = <Row extends UserTimes>(row: Row) => ({
  ...row,
  dateCreated: row.dateCreated.toISOString(),
  invitedAt: row.invitedAt?.toISOString() ?? null,
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
});
