import { and, asc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { isTooManyMails } from '#api/domains/auth/mail-bound.ts';
import { insertUser } from '#api/domains/users/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { userImportRows, userImports, users } from '#api/ground/db/schema.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import type { JobRun } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { mayCall } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { importUsers as operation } from '#schema/rest/user-files.ts';
import type { Import } from './jobs.ts';
import { oneError, type Reading, readRow, type Vocabulary, vocabulary } from './read-file.ts';

/**
 * Invites the people of an import in batches. Each batch is one transaction with its users, mail jobs and counts, so a
 * retry continues after the last finished batch.
 */
export async function invitePeople(
  services: Uses<'db' | 'settings' | 'secrets' | 'jobs'>,
  { importId }: Import,
  { signal }: JobRun,
): Promise<void> {
  const { db } = services;
  const words = await vocabulary(services);
  const waiting = and(eq(userImports.id, importId), eq(userImports.state, 'waiting'));
  await db.update(userImports).set({ state: 'running' }).where(waiting);
  while (await db.transaction((tx) => importNext(services, tx, { importId, words }))) signal.throwIfAborted();
  await db
    .update(userImports)
    .set({ state: 'done', finishedAt: new Date() })
    .where(
      and(eq(userImports.id, importId), ne(userImports.state, 'done'), eq(userImports.processed, userImports.total)),
    );
}

interface Step {
  readonly importId: string;
  readonly words: Vocabulary;
}

// The batch size: large enough to share the cost of a transaction, small enough to keep its locks short.
const together = 20;

// Imports the next batch; false when no row is left. Skips rows that another process has locked.
async function importNext(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { importId, words }: Step,
): Promise<boolean> {
  const rows = await tx
    .select()
    .from(userImportRows)
    .where(and(eq(userImportRows.importId, importId), isNull(userImportRows.doneAt)))
    .orderBy(asc(userImportRows.row))
    .limit(together)
    .for('update', { skipLocked: true });
  const maker = await inviterOf(tx, importId);
  let created = 0;
  for (const { row, cells } of rows) {
    const reading = maker ? readRow(cells, { role: maker.role, words }) : oneError('role', 'messages.forbidden');
    const outcome = await invite(services, tx, { reading, maker });
    await tx
      .update(userImportRows)
      .set({ ...outcome, doneAt: new Date() })
      .where(and(eq(userImportRows.importId, importId), eq(userImportRows.row, row)));
    if (outcome.userId !== null) created += 1;
  }
  await tx
    .update(userImports)
    .set({
      processed: sql`${userImports.processed} + ${rows.length}::int`,
      created: sql`${userImports.created} + ${created}::int`,
      failed: sql`${userImports.failed} + ${rows.length - created}::int`,
    })
    .where(eq(userImports.id, importId));
  return rows.length > 0;
}

type Maker = Awaited<ReturnType<typeof inviterOf>>;

// The user who started the import; undefined when they have lost the right since.
async function inviterOf(tx: Queryable, importId: string) {
  const [maker] = await tx
    .select({ userId: users.id, role: users.role, requestId: userImports.requestId })
    .from(userImports)
    .innerJoin(users, eq(users.id, userImports.createdById))
    .where(and(eq(userImports.id, importId), eq(users.status, UserStatus.ACTIVED), isNull(users.deletedAt)));
  return maker && mayCall(maker.role, operation.access) ? maker : undefined;
}

type Outcome = Pick<typeof userImportRows.$inferSelect, 'userId' | 'errors'>;

async function invite(
  services: Uses<'settings' | 'secrets' | 'jobs'>,
  tx: Queryable,
  { reading, maker }: { readonly reading: Reading; readonly maker: Maker },
): Promise<Outcome> {
  if (!('values' in reading) || !maker) return failed(reading);
  const { userId, requestId } = maker;
  try {
    // A savepoint, so that an e-mail that is taken or gets no more mails today rolls back this person only.
    const id = await tx.transaction((step) =>
      insertUser(services, step, { id: newId(), caller: { userId }, requestId, values: reading.values }),
    );
    return { userId: id, errors: null };
  } catch (error) {
    if (isViolation(error, 'users_email_unique')) return failed(oneError('email', 'messages.emailExists'));
    if (isTooManyMails(error)) return failed(oneError('email', 'messages.tooManyMails'));
    throw error;
  }
}

const failed = (reading: Reading): Outcome => ({
  userId: null,
  errors: 'errors' in reading ? [...reading.errors] : [],
});

/** Deletes imports after 30 days, since their rows hold names and e-mails of people. */
export async function forgetOldImports({ db }: Uses<'db'>): Promise<void> {
  await db.delete(userImports).where(lt(userImports.createdAt, sql`now() - interval '30 days'`));
}
