import { and, asc, isNull, type SQL } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes } from '#api/ground/db/schema.ts';

// A message names at most so many classes; an ellipsis follows when there are more.
const named = 5;

/**
 * The names of the classes that match a condition, by name and without deleted ones, as a refusal lists them:
 * `1-A, 1-B …`. Undefined when there is none.
 */
export async function classNamesWhere(tx: Queryable, condition: SQL | undefined): Promise<string | undefined> {
  const found = await tx
    .select({ className: classes.className })
    .from(classes)
    .where(and(isNull(classes.deletedAt), condition))
    .orderBy(asc(classes.className))
    .limit(named + 1);
  if (found.length === 0) return undefined;
  const names = found.slice(0, named).map(({ className }) => className);
  return `${names.join(', ')}${found.length > named ? ' …' : ''}`;
}
