import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { patience } from './patience.ts';

/** The function `pause(key)` of triggers that make transactions wait, while `pauseAt` has the key. */
export const pauseFunction = `
  create function pause() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(tg_argv[0]::int);
    return coalesce(new, old);
  end $$`;

/** Makes the transactions of a database wait at the triggers of a key, until `goOn` or the end of the test. */
export async function pauseAt(databaseUrl: string, key: number) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('select pg_advisory_lock($1)', [key]);
  return {
    /** Resolves when so many transactions wait, there or for one that does, or when the work has ended. */
    async reached(transactions: number, work: Promise<unknown>) {
      let ended = false;
      void work.then(() => (ended = true));
      const waiting = async () => {
        const { rows } = await client.query<{ pids: number }>(
          `with recursive waiting (pid) as (
             select pg_backend_pid()
             union
             select activity.pid from waiting, pg_stat_activity activity
             where activity.datname = current_database() and waiting.pid = any(pg_blocking_pids(activity.pid)))
           select count(*)::int - 1 as pids from waiting`,
        );
        return ended || (rows[0]?.pids ?? 0) >= transactions;
      };
      // A program of its own may have to start first.
      await expect.poll(waiting, { timeout: 2 * patience }).toBe(true);
    },
    goOn: () => client.query('select pg_advisory_unlock_all()'),
  };
}
