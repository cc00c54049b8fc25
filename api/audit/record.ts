import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { auditLog } from '#api/db/schema.ts';
import { searchText } from '#api/db/search-text.ts';
import { nameOfRow } from './names.ts';
import { nameOf } from './versions.ts';

/** Who makes a change, and with which request. */
export interface Author {
  readonly userId: string;
  readonly requestId: string;
}

export interface Change {
  /** Given for what is written once however often it happens: a second row of this id is dropped. */
  readonly id?: string;
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
  const entityName = await nameOfRow(tx, change.entity, change.entityId);
  const [before, after] = [withoutSecrets(change.before), withoutSecrets(change.after)];
  const row = {
    id: newId(),
    ...change,
    before,
    after,
    actorId: userId,
    actorName,
    entityName,
    requestId,
    // A renamed row is found by either name.
    searchText: searchText(actorName, entityName, ...nameFields.map((field) => textOf(before?.[field]))),
  };
  await tx.insert(auditLog).values(row).onConflictDoNothing({ target: auditLog.id });
}

const nameFields = ['name', 'className', 'firstName', 'lastName', 'title'];
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const secret = /password|token|hash/i;

// The callers leave these out; should one forget, the log still does not keep them.
function withoutSecrets(values: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return values && Object.fromEntries(Object.entries(values).filter(([field]) => !secret.test(field)));
}
