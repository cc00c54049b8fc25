import { sql } from 'drizzle-orm';
import { invalid } from '#api/http/problems.ts';
import type { Queryable } from './client.ts';
import { contents, lessons, pushAndListenItems } from './schema.ts';

// What stands in an order below its parent.
const families = {
  lessons: { table: lessons, parent: lessons.textbookId },
  contents: { table: contents, parent: contents.lessonId },
  items: { table: pushAndListenItems, parent: pushAndListenItems.contentId },
} as const;
type Family = keyof typeof families;

/**
 * The place at the end. Deleted rows count, so that a restored one finds its place free. Whoever asks holds the parent's
 * row: then no two get the same.
 */
export async function nextPosition(tx: Queryable, family: Family, parentId: string): Promise<number> {
  const { table, parent } = families[family];
  const { rows } = await tx.execute<{ next: number }>(
    sql`select coalesce(max(position) + 1, 0) as next from ${table} where ${parent} = ${parentId}`,
  );
  return rows[0]?.next ?? 0;
}

interface NewOrder {
  readonly parentId: string;
  readonly ids: readonly string[];
  /** The body's field that a wrong list is told of. */
  readonly field: string;
}

/**
 * Numbers the rows below a parent by `ids`, densely from 0, and tells their former order; 400 unless `ids` holds every row
 * that is not deleted, each once. Deleted rows come after them. Whoever asks holds the parent's row.
 */
export async function reorder(tx: Queryable, family: Family, { parentId, ids, field }: NewOrder): Promise<string[]> {
  const { table, parent } = families[family];
  const { rows } = await tx.execute<{ id: string; deleted: boolean }>(sql`
    select id, deleted_at is not null as deleted from ${table}
    where ${parent} = ${parentId} order by position, id for update`);
  const former = rows.filter((row) => !row.deleted).map((row) => row.id);
  const wanted = ids.map((id) => id.toLowerCase());
  if (!isPermutation(wanted, former)) throw invalid({ [field]: ['messages.orderIncomplete'] });
  const order = [...wanted, ...rows.filter((row) => row.deleted).map((row) => row.id)];
  await tx.execute(sql`
    update ${table} set position = array_position(${sql.param(order)}::uuid[], id) - 1
    where ${parent} = ${parentId}`);
  return former;
}

function isPermutation(ids: readonly string[], of: readonly string[]): boolean {
  const given = new Set(ids);
  return ids.length === of.length && given.size === of.length && of.every((id) => given.has(id));
}
