import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Changes, settledAfterSeconds } from '#schema/rest/changes.ts';
import type { ChangingKind, RowChange } from '#schema/webhook-events.ts';
import type { Queryable } from './client.ts';
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
  const table = tables[kind];
  const after = After?.split('_');
  const isPast = (instant: PgColumn) =>
    after ? sql`(${instant}, ${table.id}) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  const rows = await db
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
        after && isPast(table.updatedAt),
        sql`${table.updatedAt} < now() - make_interval(secs => ${settledAfterSeconds})`,
      ),
    )
    .orderBy(asc(table.updatedAt), asc(table.id))
    .limit(Size + 1);
  const shown = rows.slice(0, Size);
  const last = shown.at(-1);
  return {
    rows: shown,
    cursor: last ? `${last.at.toISOString()}_${last.id}` : (After ?? null),
    isLast: rows.length <= Size,
  };
}
