import { and, asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Changes, settledAfterSeconds } from '#schema/rest/changes.ts';
import type { ChangingKind, RowChange } from '#schema/webhook-events.ts';
import type { Queryable } from './client.ts';
import { preparedQuery } from './prepared-query.ts';
import { classes, contents, lessons, textbooks, users } from './schema.ts';

interface ChangingTable extends PgTable {
  readonly id: PgColumn;
  readonly createdAt: PgColumn;
  readonly updatedAt: PgColumn;
  readonly deletedAt: PgColumn;
}

/** The table of each kind of row that feeds and webhooks report. */
const tables: Readonly<Record<ChangingKind, ChangingTable>> = {
  class: classes,
  content: contents,
  textbook: textbooks,
  unit: lessons,
  user: users,
};

// Service accounts are not people, so a feed reports neither their creation nor their deletion.
const feedCondition: Partial<Record<ChangingKind, SQL>> = { user: eq(users.serviceAccount, false) };

interface Feed {
  readonly kind: ChangingKind;
  /** The rows that the caller sees, deleted ones included; undefined means all. */
  readonly among?: SQL | undefined;
  readonly query: { readonly After?: string | undefined; readonly Size: number };
}

export interface ChangedRow {
  readonly id: string;
  /** The time of the row's last change. */
  readonly at: Date;
  readonly change: RowChange;
}

interface ChangedPage {
  readonly rows: readonly ChangedRow[];
  readonly cursor: string | null;
  readonly isLast: boolean;
}

const noId = '00000000-0000-0000-0000-000000000000';

/** The cursor after which the changes from an instant on come. */
export const cursorAt = (instant: Date): string => `${instant.toISOString()}_${noId}`;

/** The cursor after which the changes from now on come. The database's clock, which also dates the changes, gives the time. */
export async function cursorNow(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select now()::text as now`);
  return cursorAt(new Date(rows[0]?.now ?? Number.NaN));
}

type Changed = Omit<Changes<string>, 'items'> & { readonly ids: string[] };

/** The rows that changed after a cursor, for the answer of a feed. */
export async function changedRows(db: Queryable, feed: Feed): Promise<Changed> {
  const { rows, ...page } = await changesAfter(db, feed);
  const idsOf = (wanted: readonly ChangedRow[]) => wanted.map(({ id }) => id);
  return {
    ids: idsOf(rows.filter(({ change }) => change !== 'deleted')),
    deletedIds: idsOf(rows.filter(({ change }) => change === 'deleted')),
    ...page,
  };
}

/**
 * The rows that changed after a cursor, in the order of their last change. Keyset paging skips no row, however many
 * rows change meanwhile. Rows of the last seconds are held back: an older transaction may still commit. A row counts as
 * created until an answer has contained it.
 */
export async function changesAfter(db: Queryable, { kind, among, query: { After, Size } }: Feed): Promise<ChangedPage> {
  const [afterAt, afterId] = After?.split('_') ?? [];
  const values = { afterAt, afterId, limit: Size + 1 };
  const rows = among
    ? await selectChanged(db, { kind, among, isAfter: After !== undefined, values })
    : await allChanged[kind][After === undefined ? 'first' : 'next'](db, values);
  const shown = rows.slice(0, Size);
  const last = shown.at(-1);
  return {
    rows: shown,
    cursor: last ? `${last.at.toISOString()}_${last.id}` : (After ?? null),
    isLast: rows.length <= Size,
  };
}

interface Wanted {
  readonly kind: ChangingKind;
  readonly among?: SQL | undefined;
  readonly isAfter: boolean;
  readonly values: {
    readonly afterAt: string | Placeholder | undefined;
    readonly afterId: string | Placeholder | undefined;
    readonly limit: number | Placeholder;
  };
}

function selectChanged(db: Queryable, { kind, among, isAfter, values: { afterAt, afterId, limit } }: Wanted) {
  const table = tables[kind];
  const isPast = (instant: PgColumn) =>
    isAfter ? sql`(${instant}, ${table.id}) > (${afterAt}::timestamptz, ${afterId}::uuid)` : sql`true`;
  return db
    .select({
      id: sql<string>`${table.id}`,
      at: sql`${table.updatedAt}`.mapWith((at: string) => new Date(at)),
      change: sql<RowChange>`case when ${table.deletedAt} is not null then 'deleted'
        when ${isPast(table.createdAt)} then 'created' else 'updated' end`,
    })
    .from(table)
    .where(
      and(
        among,
        feedCondition[kind],
        isAfter ? isPast(table.updatedAt) : undefined,
        sql`${table.updatedAt} < now() - make_interval(secs => ${settledAfterSeconds})`,
      ),
    )
    .orderBy(asc(table.updatedAt), asc(table.id))
    .limit(limit);
}

const preparedFeed = (kind: ChangingKind) => ({
  first: preparedQuery(['limit'], (db: Queryable, { limit }) =>
    selectChanged(db, { kind, isAfter: false, values: { afterAt: undefined, afterId: undefined, limit } }),
  ),
  next: preparedQuery(['afterAt', 'afterId', 'limit'], (db: Queryable, values) =>
    selectChanged(db, { kind, isAfter: true, values }),
  ),
});

/** The feeds of callers who see every row. */
const allChanged: Readonly<Record<ChangingKind, ReturnType<typeof preparedFeed>>> = {
  class: preparedFeed('class'),
  content: preparedFeed('content'),
  textbook: preparedFeed('textbook'),
  unit: preparedFeed('unit'),
  user: preparedFeed('user'),
};
