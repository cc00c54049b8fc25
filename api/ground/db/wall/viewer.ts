import { AsyncLocalStorage } from 'node:async_hooks';
import { is, sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgTransaction } from 'drizzle-orm/pg-core';

// The second wall between schools: PostgreSQL's row-level security. The statements of a request run as a role that sees
// the rows of its caller's schools alone, also where a query forgets its scope (docs/security.md, V8).

/** The member of staff that a call's statements run for. */
export interface Viewer {
  readonly userId: string;
  /** Whether people of other schools are hidden too. If not, their names appear on rows of the viewer's own schools. */
  readonly asksPeople?: boolean;
}

const viewers = new AsyncLocalStorage<Viewer | undefined>();

/** Runs work whose statements see only what a member of staff may see. */
export const behindWall = <Result>(viewer: Viewer, work: () => PromiseLike<Result>): Promise<Result> =>
  viewers.run(viewer, () => awaited(work));

// A drizzle query runs when it is awaited. It has to be awaited here, inside the viewer's context, not at the caller.
const awaited = async <Result>(work: () => PromiseLike<Result>): Promise<Result> => {
  const result = await work();
  return result;
};

/** The member of staff that the current work runs for; undefined beyond the wall. */
export const viewerNow = (): Viewer | undefined => viewers.getStore();

/**
 * Runs a query that must see the rows of all schools, such as the check whether another school has a code. The caller
 * gives the reason in a comment. A transaction that began behind the wall returns behind it.
 */
export async function beyondWall<Db extends PgDatabase<NodePgQueryResultHKT, Record<string, never>>, Result>(
  db: Db,
  work: (db: Db) => PromiseLike<Result>,
): Promise<Result> {
  const viewer = viewers.getStore();
  if (!viewer) return work(db);
  const outside = () => viewers.run(undefined, () => awaited(() => work(db)));
  if (!is(db, PgTransaction)) return outside();
  const [before] = (await db.execute<{ role: string }>(sql`select current_setting('role') as role`)).rows;
  const become = (role: string) => db.execute(sql`select set_config('role', ${role}, true)`);
  await become('none');
  const result = await outside();
  // After a failure the transaction is undone, and its role with it.
  await become(before?.role ?? 'none');
  return result;
}
