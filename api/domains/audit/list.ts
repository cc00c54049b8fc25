import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { firstPages } from '#api/ground/db/first-page.ts';
import { countUpTo } from '#api/ground/db/bounded-total.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { counted, inOrder, listPage } from '#api/ground/db/list-plan.ts';
import { orderKeys, type SortKey } from '#api/ground/db/order.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { auditLog } from '#api/ground/db/schema.ts';
import { holdsWords, searchedBy } from '#api/ground/db/search.ts';
import { beginningOf } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { auditEntries, AuditEntry, auditSortFields } from '#schema/rest/audit.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import { namesOfRows } from './names.ts';

type ListQuery = QueryOf<typeof auditEntries>;

const sortKeys: Record<(typeof auditSortFields)[number], SortKey> = {
  createdAt: { by: [auditLog.at] },
  at: { by: [auditLog.at] },
};

/** A page of the audit log; the newest first by default. */
export async function auditPage(
  { db, settings }: Uses<'db' | 'settings'>,
  query: ListQuery,
): Promise<ConnectionPage<AuditEntry>> {
  const { PageNumber, PageSize, SortCriteria, SearchText } = query;
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'createdAt', direction: 'desc' } as const];
  const [period, equals, words] = [
    during(query, settings.timeZone),
    equalTo(query),
    holdsWords(auditLog.searchText, SearchText),
  ];
  const condition = and(period, ...equals, words);
  const order = orderKeys(criteria, sortKeys, [auditLog.id]);
  const itemsOf = async (ids: readonly string[]) => {
    return entriesOf(db, inOrder(ids, await auditRows(db, { ids })));
  };
  if (query.After !== undefined) {
    const list = { from: sql`${auditLog}`, condition };
    const page = await keysetPage(db, { ...list, name: 'audit', query, id: auditLog.id, order });
    const total = await countUpTo(db, { ...list, most: counted[SearchText ? 'searched' : 'all'] });
    return connectionPage(query, page, { items: await itemsOf(page.ids), ...total });
  }
  const list = { id: auditLog.id, condition, order, PageNumber, PageSize };
  if (!condition && PageNumber === 1) {
    const { rows, ...total } = await firstEntries(db, { ...list, orderedAs: JSON.stringify(criteria) });
    return { items: await entriesOf(db, rows), pageNumber: PageNumber, pageSize: PageSize, ...total };
  }
  const { ids, ...total } = await listPage(db, {
    ...list,
    // The period is a range of the sort column, so it limits the index scan.
    indexCondition: period ?? sql`true`,
    // One filter alone has an index in the list's order; several filters together may match few rows.
    narrowed: words !== undefined || equals.length > 1,
    searched: searchedBy(auditLog.searchText, SearchText, false),
  });
  return { items: await itemsOf(ids), pageNumber: PageNumber, pageSize: PageSize, ...total };
}

const during = ({ From, To }: ListQuery, timeZone: string): SQL | undefined =>
  and(
    From === undefined ? undefined : gte(auditLog.at, beginningOf(From, timeZone)),
    To === undefined ? undefined : lt(auditLog.at, beginningOf(To, timeZone)),
  );

const equalTo = ({ ActorId, Entity, EntityId, Action }: ListQuery): SQL[] => [
  ...(ActorId === undefined ? [] : [eq(auditLog.actorId, ActorId)]),
  ...(Entity === undefined ? [] : [eq(auditLog.entity, Entity)]),
  ...(EntityId === undefined ? [] : [eq(auditLog.entityId, EntityId)]),
  ...(Action === undefined ? [] : [eq(auditLog.action, Action)]),
];

const selectEntries = (db: Queryable) => db.select(getTableColumns(auditLog)).from(auditLog);

const auditRows = preparedQuery(['ids'], (db: Queryable, { ids }) =>
  selectEntries(db).where(sql`${auditLog.id} = any(${ids})`),
);

const firstEntries = firstPages((db, { isOnPage, order }) => selectEntries(db).where(isOnPage).orderBy(order));

type Changes = AuditEntry['changes'];

// Rows in the contract's shape, with the names of the rows that their values refer to.
async function entriesOf(db: Queryable, rows: readonly (typeof auditLog.$inferSelect)[]): Promise<AuditEntry[]> {
  const entries = rows.map((row) => {
    const createdAt = row.at.toISOString();
    return { ...row, createdAt, at: createdAt, changes: changesOf(row) };
  });
  const names = await namesOfRows(db, referencesIn(entries.flatMap(({ changes }) => changes)));
  return entries.map((entry) => ({
    ...entry,
    names: referencesIn(entry.changes).flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
  }));
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

// The distinct ids among the values of changes, also those in lists.
function referencesIn(changes: Changes): string[] {
  const values = changes.flatMap(({ before, after }) => [before, after]).flat();
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && uuid.test(value)))];
}

type Values = Record<string, unknown> | null;

// The fields in which two states of a row differ.
function changesOf({ before, after }: { readonly before: Values; readonly after: Values }) {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}
