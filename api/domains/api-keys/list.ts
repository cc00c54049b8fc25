import { and, eq, getTableColumns, type SQL, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { orderOf, type SortKey } from '#api/ground/db/order.ts';
import { apiKeys, memberships, schools, users } from '#api/ground/db/schema.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ApiKeyDetail, apiKeys as listApiKeys, ApiKeySortField, ApiKeyState } from '#schema/rest/api-keys.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';

type ListQuery = QueryOf<typeof listApiKeys>;

const sortKeys: Record<ApiKeySortField, SortKey> = {
  name: { by: [sql`lower(${apiKeys.name})`] },
  createdAt: { by: [apiKeys.createdAt] },
  dateCreated: { by: [apiKeys.createdAt] },
  lastUsed: { by: [apiKeys.lastUsedAt], nullsLast: true },
  expires: { by: [apiKeys.expiresAt], nullsLast: true },
};

const states: Record<ApiKeyState, SQL> = {
  live: sql`(${apiKeys.revokedAt} is null and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now()))`,
  expired: sql`(${apiKeys.revokedAt} is null and ${apiKeys.expiresAt} <= now())`,
  revoked: sql`(${apiKeys.revokedAt} is not null)`,
};

/** The keys in one state: live, expired or revoked. */
export const inState = (state: ApiKeyState): SQL => states[state];

/** A page of all API keys; the newest first by default. */
export async function apiKeyPage({ db }: Uses<'db'>, query: ListQuery): Promise<Page<ApiKeyDetail>> {
  const { PageNumber, PageSize, SortCriteria, State } = query;
  const condition = State.length > 0 ? or(...State.map(inState)) : undefined;
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'createdAt', direction: 'desc' } as const];
  const order = orderOf(criteria, sortKeys, [apiKeys.id]);
  const rows = condition
    ? await selectDetails(db)
        .where(condition)
        .orderBy(...order)
        .limit(PageSize)
        .offset((PageNumber - 1) * PageSize)
    : await pages(db, { PageNumber, PageSize, criteria, order }, {});
  const totalCount = await totalOf({ PageNumber, PageSize }, rows, () => db.$count(apiKeys, condition));
  return { items: rows.map(detailOf), pageNumber: PageNumber, pageSize: PageSize, totalCount };
}

/** One key as administrators see it. */
export async function apiKeyDetailOf(db: Queryable, id: string): Promise<ApiKeyDetail> {
  const [row] = await selectDetails(db).where(and(eq(apiKeys.id, id)));
  if (!row) throw notFound();
  return detailOf(row);
}

const revokers = alias(users, 'revokers');
const makers = alias(users, 'makers');

const selectDetails = (db: Queryable) =>
  db
    .select({
      key: getTableColumns(apiKeys),
      state: sql<ApiKeyState>`case when ${states.live} then 'live' when ${states.expired} then 'expired' else 'revoked' end`,
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      isService: users.serviceAccount,
      maker: { id: makers.id, firstName: makers.firstName, lastName: makers.lastName },
      school: { id: schools.id, name: schools.name },
      revokedBy: { id: revokers.id, firstName: revokers.firstName, lastName: revokers.lastName },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.ownerId))
    // A service account is invited by who made it.
    .leftJoin(makers, eq(makers.id, users.invitedById))
    .leftJoin(memberships, and(eq(memberships.userId, users.id), users.serviceAccount))
    .leftJoin(schools, eq(schools.id, memberships.schoolId))
    .leftJoin(revokers, eq(revokers.id, apiKeys.revokedById));

const pages = preparedPages([], (db, { limit, offset }, order) =>
  selectDetails(db)
    .orderBy(...order)
    .limit(limit)
    .offset(offset),
);

type Row = Awaited<ReturnType<typeof selectDetails>>[number];

function detailOf({ key, state, owner, isService, maker, school, revokedBy }: Row): ApiKeyDetail {
  const { id, name, lastFour, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
  return {
    id,
    name,
    lastFour,
    scopes,
    kind: isService ? 'service' : 'personal',
    owner,
    createdBy: isService ? maker : owner,
    school,
    state,
    createdAt: createdAt.toISOString(),
    dateCreated: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    revokedBy,
  };
}
