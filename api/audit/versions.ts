import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import { ApiProblem } from '#api/http/problems.ts';
import { staffName } from '#schema/staff-name.ts';

interface Versioned {
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedById: string | null;
}

/** Answers 409 with who changed the row, and when, unless `read` is the version it still has. */
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

/** A member of staff as the audit log and problems call them. */
export async function nameOf(tx: Queryable, userId: string): Promise<string> {
  const [person] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  return person ? staffName(person) : '?';
}
