import { AsyncLocalStorage } from 'node:async_hooks';
import { is, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Queryable } from '../client.ts';

// The second wall between schools: PostgreSQL's row-level security. The statements of a request run as a role that sees
// the rows of its caller's schools alone, also where a query forgets its scope (docs/security.md, V8).

interface Viewer {
  readonly userId: string;
}

const viewers = new AsyncLocalStorage<Viewer | undefined>();

/** Runs work whose statements see only what a member of staff may see. */
export const behindWall = <Result>(userId: string, work: () => Result): Result => viewers.run({ userId }, work);

/** The member of staff for whom the current work runs; undefined beyond the wall. */
export const viewerNow = (): string | undefined => viewers.getStore()?.userId;

/**
 * Runs a query that must see the rows of all schools, such as one that refuses a code that another school has. The caller
 * says why in a comment. A transaction that began behind the wall goes back behind it.
 */
export async function beyondWall<Db extends Queryable, Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const viewer = viewers.getStore();
  if (!viewer) return work(db);
  if (!is(db, PgTransaction)) return viewers.run(undefined, () => work(db));
  const [before] = (await db.execute<{ role: string }>(sql`select current_setting('role') as role`)).rows;
  const become = (role: string) => db.execute(sql`select set_config('role', ${role}, true)`);
  await become('none');
  const result = await viewers.run(undefined, () => work(db));
  // After a failure the transaction is undone, and its role with it.
  await become(before?.role ?? 'none');
  return result;
}
