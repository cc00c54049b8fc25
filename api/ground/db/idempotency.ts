import { eq, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { v5 } from 'uuid';
import type { Queryable } from './client.ts';
import { newId } from './ids.ts';
import { beyondWall } from './wall/viewer.ts';

// A namespace of this product alone, so that no other system derives the same ids.
const namespace = '0f6c2a1e-5d0b-4c0e-9d63-7a1f1b8e4c55';

interface NewRow {
  readonly table: PgTable & { readonly id: PgColumn };
  /** The author of the row. Each person has a separate set of idempotency keys. */
  readonly userId: string;
  readonly key: string | undefined;
}

/** The id of the row that a person's idempotency key makes in a table. */
export const idOfKey = ({ table, userId, key }: NewRow & { readonly key: string }): string =>
  v5(`${getTableName(table)}\n${userId}\n${key}`, namespace);

/**
 * Creates a row once for each idempotency key: `create` gets the id that the row must have, derived from the key, and is
 * not called for a key whose row is there. Resolves to the row's id. Of simultaneous calls, one creates the row.
 */
export async function createOnce(
  db: Queryable,
  row: NewRow,
  create: (id: string) => Promise<unknown>,
): Promise<string> {
  const { table, key } = row;
  const id = key === undefined ? newId() : idOfKey({ ...row, key });
  const find = async (all: Queryable) => all.select({ id: table.id }).from(table).where(eq(table.id, id));
  // Beyond the wall: a caller who no longer sees the row of this key must not make it a second time. The answer has the
  // caller's scope.
  const isThere = async () => key !== undefined && (await beyondWall(db, find)).length > 0;
  if (await isThere()) return id;
  try {
    await create(id);
  } catch (error) {
    if (!(await isThere())) throw error;
  }
  return id;
}
