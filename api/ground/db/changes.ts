import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Changes, settledAfterSeconds } from '#schema/rest/changes.ts';
import type { Queryable } from './client.ts';

type ChangingTable = PgTable & { readonly id: PgColumn; readonly updatedAt: PgColumn; readonly deletedAt: PgColumn };

interface Feed {
  readonly table: ChangingTable;
  /** The rows that the caller sees, deleted ones included; undefined means all. */
  readonly among: SQL | undefined;
  readonly query: { readonly After?: string | undefined; readonly Size: number };
}

type Changed = Omit<Changes<string>, 'items'> & { readonly ids: string[] };

/**
 * The rows that changed after a cursor, in the order of their last change (keyset paging), so that none is skipped however
 * many change meanwhile. Rows of the last seconds wait: a transaction that began before them may still commit.
 */
export async function changedRows(db: Queryable, { table, among, query: { After, Size } }: Feed): Promise<Changed> {
  const after = After?.split('_');
  const rows = await db
    .select({
      id: sql<string>`${table.id}`,
      at: sql`${table.updatedAt}`.mapWith((at: string) => new Date(at)),
      deleted: sql<boolean>`${table.deletedAt} is not null`,
    })
    .from(table)
    .where(
      and(
        among,
        after && sql`(${table.updatedAt}, ${table.id}) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
        sql`${table.updatedAt} < now() - make_interval(secs => ${settledAfterSeconds})`,
      ),
    )
    .orderBy(asc(table.updatedAt), asc(table.id))
    .limit(Size + 1);
  const shown = rows.slice(0, Size);
  const last = shown.at(-1);
  return {
    ids: shown.flatMap(({ id, deleted }) => (deleted ? [] : [id])),
    deletedIds: shown.flatMap(({ id, deleted }) => (deleted ? [id] : [])),
    cursor: last ? `${last.at.toISOString()}_${last.id}` : (After ?? null),
    isLast: rows.length <= Size,
  };
}
