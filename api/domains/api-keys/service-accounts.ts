import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { memberships, schools, users } from '#api/ground/db/schema.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';

/** Serialises the creation of service accounts, so that no two get the same name. */
export const lockServiceAccounts = (tx: Queryable) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('service accounts', 0))`);

interface ServiceAccount {
  readonly name: string;
  /** Null for an account that acts in all schools. */
  readonly schoolId: string | null;
  readonly makerId: string;
}

/** Creates the account of one key. Resolves to its id; answers 400 for a school that is not there. */
export async function makeServiceAccount(tx: Queryable, { name, schoolId, makerId }: ServiceAccount): Promise<string> {
  const id = newId();
  const now = new Date();
  await tx.insert(users).values({
    id,
    serviceAccount: true,
    firstName: name,
    lastName: '',
    // Nobody reads mail there: no mail system delivers to this top-level domain (RFC 6761).
    email: `${id}@service.invalid`,
    role: schoolId === null ? 'Administrator' : 'SchoolOwner',
    status: UserStatus.ACTIVED,
    ...{ invitedById: makerId, invitedAt: now },
    ...{ deletedAt: now, deletedById: makerId },
  });
  if (schoolId === null) return id;
  // The share lock keeps the school from being merged into another until its member is written.
  const found = await tx.select({ id: schools.id }).from(schools).where(eq(schools.id, schoolId)).for('share');
  if (found.length === 0) throw invalid({ schoolId: ['messages.schoolNotAvailable'] });
  await tx.insert(memberships).values({ schoolId, userId: id, role: 'SchoolOwner' });
  return id;
}

/** Deactivates a service account together with its key, so that its pending work ends; does nothing to people. */
export const closeServiceAccount = (tx: Queryable, id: string) =>
  tx
    .update(users)
    .set({ status: UserStatus.DEACTIVATED })
    .where(and(eq(users.id, id), users.serviceAccount));
