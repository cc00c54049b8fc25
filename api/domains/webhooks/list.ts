import { count, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { orderOf, type SortKey } from '#api/ground/db/order.ts';
import { users, webhookDeliveries, webhooks } from '#api/ground/db/schema.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import {
  deliveryStates,
  type WebhookDelivery,
  type webhookDeliveries as listDeliveries,
  type WebhookDetail,
  type webhooks as listWebhooks,
  type WebhookSortField,
} from '#schema/rest/webhooks.ts';
import { webhookEvents } from '#schema/webhook-events.ts';
import { isFailedChange, isWaiting } from './jobs.ts';

const sortKeys: Record<WebhookSortField, SortKey> = {
  name: { by: [sql`lower(${webhooks.name})`] },
  createdAt: { by: [webhooks.createdAt] },
};

/** A page of all webhooks; by name unless sorted. */
export async function webhookPage(
  { db }: Uses<'db'>,
  { PageNumber, PageSize, SortCriteria }: QueryOf<typeof listWebhooks>,
): Promise<Page<WebhookDetail>> {
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'name', direction: 'asc' } as const];
  const order = orderOf(criteria, sortKeys, [webhooks.id]);
  const rows = await pages(db, { PageNumber, PageSize, criteria, order }, {});
  const totalCount = await totalOf({ PageNumber, PageSize }, rows, () => db.$count(webhooks));
  return { items: rows.map(detailOf), pageNumber: PageNumber, pageSize: PageSize, totalCount };
}

/** One webhook as administrators see it. */
export async function webhookDetailOf(db: Queryable, id: string): Promise<WebhookDetail> {
  const [row] = await webhookById(db, { id });
  if (!row) throw notFound();
  return detailOf(row);
}

const makers = alias(users, 'makers');

const countOf = (condition: SQL) =>
  sql<number>`(select count(*)::int from ${webhookDeliveries}
    where ${webhookDeliveries.webhookId} = ${webhooks.id} and ${condition})`;

const selectWebhooks = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      id: webhooks.id,
      name: webhooks.name,
      url: webhooks.url,
      events: webhooks.events,
      state: webhooks.state,
      failingSince: instantText(webhooks.failingSince),
      oldSecretEndsAt: instantText(webhooks.oldSecretEndsAt),
      version: webhooks.version,
      createdAt: instantText(webhooks.createdAt),
      updatedAt: instantText(webhooks.updatedAt),
      waitingCount: countOf(isWaiting),
      failedCount: countOf(isFailedChange),
      createdBy: { id: makers.id, firstName: makers.firstName, lastName: makers.lastName },
      updatedBy: editorColumns,
    })
    .from(webhooks)
    .leftJoin(makers, eq(makers.id, webhooks.createdById))
    .leftJoin(editors, eq(editors.id, webhooks.updatedById))
    .where(condition)
    .$dynamic();

const pages = preparedPages([], (db, { limit, offset }, order) =>
  selectWebhooks(db, undefined)
    .orderBy(...order)
    .limit(limit)
    .offset(offset),
);

const webhookById = preparedQuery(['id'], (db: Queryable, { id }) => selectWebhooks(db, eq(webhooks.id, id)));

type Row = Awaited<ReturnType<typeof selectWebhooks>>[number];

function detailOf(row: Row): WebhookDetail {
  const isOldValid = row.oldSecretEndsAt !== null && Date.parse(row.oldSecretEndsAt) > Date.now();
  return { ...row, oldSecretEndsAt: isOldValid ? row.oldSecretEndsAt : null };
}

type LogQuery = QueryOf<typeof listDeliveries> & { readonly webhookId: string };

const inStates = (webhookId: Placeholder, states: Placeholder): SQL =>
  sql`${webhookDeliveries.webhookId} = ${webhookId} and ${webhookDeliveries.state} = any(${states})`;

const deliveries = preparedQuery(
  ['webhookId', 'states', 'limit', 'offset'],
  (db: Queryable, { webhookId, states, limit, offset }) =>
    db
      .select({
        id: webhookDeliveries.id,
        type: webhookDeliveries.type,
        rowId: webhookDeliveries.rowId,
        state: webhookDeliveries.state,
        attempts: webhookDeliveries.attempts,
        status: webhookDeliveries.status,
        durationMs: webhookDeliveries.durationMs,
        problem: webhookDeliveries.problem,
        answer: webhookDeliveries.answer,
        createdAt: instantText(webhookDeliveries.createdAt),
        occurredAt: instantText(webhookDeliveries.occurredAt),
        lastTryAt: instantText(webhookDeliveries.lastTryAt),
        nextTryAt: instantText(webhookDeliveries.nextTryAt),
      })
      .from(webhookDeliveries)
      .where(inStates(webhookId, states))
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(limit)
      .offset(offset),
);

const deliveryCount = preparedQuery(['webhookId', 'states'], (db: Queryable, { webhookId, states }) =>
  db.select({ count: count() }).from(webhookDeliveries).where(inStates(webhookId, states)),
);

/** A page of a webhook's log, the newest message first. */
export async function deliveryPage(
  { db }: Uses<'db'>,
  { webhookId, State, PageNumber, PageSize }: LogQuery,
): Promise<Page<WebhookDelivery>> {
  const wanted = { webhookId, states: State.length > 0 ? State : deliveryStates };
  const rows = await deliveries(db, { ...wanted, limit: PageSize, offset: (PageNumber - 1) * PageSize });
  if (rows.length === 0) await webhookDetailOf(db, webhookId);
  const items = rows.map((row) => ({ event: eventOf(row.type), ...row }));
  const totalCount = await totalOf({ PageNumber, PageSize }, rows, async () => {
    const [total] = await deliveryCount(db, wanted);
    return total?.count ?? 0;
  });
  return { items, pageNumber: PageNumber, pageSize: PageSize, totalCount };
}

const eventOf = (type: string) => webhookEvents.find((event) => event === type) ?? null;

/** A message in the contract's shape. */
export function deliveryOf(row: typeof webhookDeliveries.$inferSelect): WebhookDelivery {
  const { webhookId: _, createdAt, occurredAt, lastTryAt, nextTryAt, ...plain } = row;
  return {
    ...plain,
    event: eventOf(plain.type),
    createdAt: createdAt.toISOString(),
    occurredAt: occurredAt.toISOString(),
    lastTryAt: lastTryAt?.toISOString() ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
}
