import { sql } from 'drizzle-orm';
import { type Author, recordChanges } from '#api/domains/audit/record.ts';
import { timeOfChange } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { trashTables, type TrashEntity } from './kinds.ts';

interface Deletion {
  readonly id: string;
  readonly author: Author;
  /** The values for the audit log, which stay when the row is purged; never a password, token or hash code. */
  readonly before?: Record<string, unknown>;
}

/**
 * Puts a row into the trash, in the caller's transaction; the caller has checked that it may be deleted. The row leaves
 * all lists and pages at once and can be restored for 30 days. False when it was in the trash already.
 */
export async function moveToTrash(
  tx: Queryable,
  entity: TrashEntity,
  { id, author, before }: Deletion,
): Promise<boolean> {
  return (await moveAllToTrash(tx, entity, { author, rows: [{ id, before }] })) > 0;
}

interface Deletions {
  readonly author: Author;
  readonly rows: readonly Pick<Deletion, 'id' | 'before'>[];
}

/** The same for many rows, with a few statements for all of them. Resolves to the number that was not there yet. */
export async function moveAllToTrash(tx: Queryable, entity: TrashEntity, { author, rows }: Deletions): Promise<number> {
  const moved = await tx.execute<{ id: string }>(sql`
    update ${trashTables[entity]}
    set deleted_at = now(), deleted_by_id = ${author.userId}, version = version + 1,
        updated_at = ${timeOfChange}, updated_by_id = ${author.userId}
    where id = any(${idArray(rows.map(({ id }) => id))}) and deleted_at is null
    returning id`);
  const movedIds = new Set(moved.rows.map(({ id }) => id));
  const changed = rows.filter(({ id }) => movedIds.has(id.toLowerCase()));
  await recordChanges(
    tx,
    author,
    changed.map(({ id, before }) => ({ action: 'delete', entity, entityId: id, before })),
  );
  return changed.length;
}
