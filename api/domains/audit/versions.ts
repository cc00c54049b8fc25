import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { staffNames, users } from '#api/ground/db/schema.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import { staffName } from '#schema/staff-name.ts';

interface Versioned {
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedById: string | null;
}

/** Optimistic locking: answers 409 with who changed the row and when, unless the row still has the version `read`. */
export async function assertVersion(tx: Queryable, row: Versioned, read: number): Promise<void> {
  if (row.version === read) return;
  const name = row.updatedById === null ? '?' : await nameOf(tx, row.updatedById);
  const when = row.updatedAt.toISOString();
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.changedMeanwhile',
    messageValues: { name, when },
    detail: `${name} changed this on ${when}. Check the new version first.`,
  });
}

/** A member of staff's name, for the audit log and problems. */
export async function nameOf(tx: Queryable, userId: string): Promise<string> {
  const [person] = await tx
    .select({ firstName: staffNames.firstName, lastName: staffNames.lastName })
    .from(staffNames)
    .where(eq(staffNames.id, userId));
  return person ? staffName(person) : '?';
}

/** The time of a change by the database's clock. `now()` would be the start of the transaction, which may wait for locks. */
export const timeOfChange = sql`clock_timestamp()`;

/**
 * The times of a new row in a table that has a feed. The default of the columns is the start of the transaction, which a
 * feed's cursor may have passed before a long transaction commits. The time of the statement is the same for both columns.
 */
export const newRowTimes = { createdAt: sql`statement_timestamp()`, updatedAt: sql`statement_timestamp()` };

interface Edited {
  readonly version: number;
  readonly updatedAt: SQL;
  readonly updatedById: string;
}

/** The columns that every change by staff sets: the next version, the time by the database's clock, and the editor. */
export const editedBy = (
  { version }: { readonly version: number },
  { userId }: { readonly userId: string },
): Edited => ({
  version: version + 1,
  updatedAt: timeOfChange,
  updatedById: userId,
});

/** An alias of users for queries that join the last editor by `updatedById`. */
export const editors = alias(users, 'editors');

/** The last editor of a row; null when nobody edited it. */
export const editorColumns = { id: editors.id, firstName: editors.firstName, lastName: editors.lastName };
