import { sql } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import type { Queryable } from '#api/ground/db/client.ts';
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
  const moved = await tx.execute(sql`
    update ${trashTables[entity]}
    set deleted_at = now(), deleted_by_id = ${author.userId}, version = version + 1,
        updated_at = now(), updated_by_id = ${author.userId}
    where id = ${id} and deleted_at is null`);
  if (moved.rowCount === 0) return false;
  await recordChange(tx, author, { action: 'delete', entity, entityId: id, before });
  return true;
}
