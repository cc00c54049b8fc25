import { sql } from 'drizzle-orm';
import { type Author, recordChange } from '#api/audit/record.ts';
import type { Queryable } from '#api/db/client.ts';
import { trashTables, type TrashEntity } from './tables.ts';

interface Deletion {
  readonly id: string;
  readonly author: Author;
  /** What the audit log should still tell when the row is gone; never a password, token or hash code. */
  readonly before?: Record<string, unknown>;
}

/**
 * Puts a row into the trash, in the transaction of its caller, who has checked that it may go. It leaves every list
 * and page at once and can be restored for 30 days. False when it was there already.
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
