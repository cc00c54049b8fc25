import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { auditLog } from '#api/db/schema.ts';
import { nameOf } from './versions.ts';

/** Who makes a change, and with which request. */
export interface Author {
  readonly userId: string;
  readonly requestId: string;
}

export interface Change {
  readonly action: string;
  /** The table's name, with the row's id. */
  readonly entity: string;
  readonly entityId: string;
  /** Never a password, token or hash code. */
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

/** The one place that writes what staff changed; in the transaction of the change, so that neither is without the other. */
export async function recordChange(tx: Queryable, { userId, requestId }: Author, change: Change): Promise<void> {
  const actorName = await nameOf(tx, userId);
  await tx.insert(auditLog).values({ id: newId(), actorId: userId, actorName, requestId, ...change });
}
