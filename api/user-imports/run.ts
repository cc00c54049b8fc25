import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { userImportRows, userImports, users } from '#api/db/schema.ts';
import { isViolation } from '#api/db/violations.ts';
import type { Task } from '#api/jobs/task.ts';
import type { Services } from '#api/services.ts';
import { insertUser } from '#api/users/write.ts';
import { mayCall } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { importUsers as operation } from '#schema/rest/user-files.ts';
import type { Vocabulary } from './columns.ts';
import { oneError, type Reading, readRow } from './rows.ts';
import { vocabulary } from './take.ts';

/**
 * Invites the people of an import, some rows at a time. Rows, their users, the invitations' jobs and the count are one
 * transaction, so whoever takes a killed job up goes on behind the last rows that are whole.
 */
export const importUsers: Task<{ readonly importId: string }> =
  (services) =>
  async ({ importId }, { signal }) => {
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
  };

interface Step {
  readonly importId: string;
  readonly words: Vocabulary;
}

// So many share a transaction's price; whoever waits for an e-mail among them does not wait long.
const together = 20;

// False when no row is left. Those that another process is at are left to it.
async function importNext(services: Services, tx: Queryable, { importId, words }: Step): Promise<boolean> {
  const rows = await tx
    .select()
    .from(userImportRows)
    .where(and(eq(userImportRows.importId, importId), isNull(userImportRows.doneAt)))
    .orderBy(asc(userImportRows.row))
    .limit(together)
    .for('update', { skipLocked: true });
  const maker = await makerOf(tx, importId);
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

type Maker = Awaited<ReturnType<typeof makerOf>>;

// Whoever has lost the right meanwhile invites nobody any more.
async function makerOf(tx: Queryable, importId: string) {
  const [maker] = await tx
    .select({ userId: users.id, role: users.role, requestId: userImports.requestId })
    .from(userImports)
    .innerJoin(users, eq(users.id, userImports.createdById))
    .where(and(eq(userImports.id, importId), eq(users.status, UserStatus.ACTIVED), isNull(users.deletedAt)));
  return maker && mayCall(maker.role, operation.access) ? maker : undefined;
}

type Outcome = Pick<typeof userImportRows.$inferSelect, 'userId' | 'errors'>;

async function invite(
  services: Services,
  tx: Queryable,
  { reading, maker }: { readonly reading: Reading; readonly maker: Maker },
): Promise<Outcome> {
  if (!('values' in reading) || !maker) return failed(reading);
  const { userId, requestId } = maker;
  try {
    // A savepoint: an e-mail that is taken undoes this person and not the row's mark.
    const id = await tx.transaction((step) =>
      insertUser(services, step, { caller: { userId }, requestId, values: reading.values }),
    );
    return { userId: id, errors: null };
  } catch (error) {
    if (!isViolation(error, 'users_email_unique')) throw error;
    return failed(oneError('email', 'messages.emailExists'));
  }
}

const failed = (reading: Reading): Outcome => ({
  userId: null,
  errors: 'errors' in reading ? [...reading.errors] : [],
});
