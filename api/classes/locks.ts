import { asc } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { classes } from '#api/db/schema.ts';
import { taughtBy } from './scope.ts';

/**
 * Holds the classes somebody teaches until the transaction ends, for who is about to rename that person. To be called
 * before the person's row is locked, as a change of a class does it: the other way round the two could wait for each other.
 */
export async function lockClassesTaughtBy(tx: Queryable, userId: string): Promise<void> {
  await tx.select({ id: classes.id }).from(classes).where(taughtBy(userId)).orderBy(asc(classes.id)).for('update');
}
