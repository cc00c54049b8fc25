import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { lockKeys } from '#api/ground/db/advisory-locks.ts';

/** What was seen of writers that waited for a lock. */
export interface LockWaits {
  /** The share of the looks in which a writer waited, of all looks. */
  readonly share: number;
  /** The longest wait that was seen, in milliseconds. */
  readonly longest: number;
}

const everyMs = 4;

// Adding up and rebuilding wait for each other by design; of all other sessions no wait is left out.
const waiting = `
  select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8 as ms
  from pg_locks where not granted and waitstart is not null
    and database = (select oid from pg_database where datname = current_database())
    and pid in (select pid from pg_stat_activity where application_name = $1)
    and not (locktype = 'advisory' and objid = ${lockKeys.rollups} and classid = 0)`;

/** Looks again and again, while work goes on, at the locks that sessions of one application name wait for. */
export async function watchingLocks<Result>(
  { url, application = 'manabook' }: { readonly url: string; readonly application?: string },
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly waits: LockWaits }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  let running = true;
  const seen: number[] = [];
  const watching = (async () => {
    while (running) {
      const { rows } = await client.query<{ ms: number }>(waiting, [application]);
      seen.push(rows[0]?.ms ?? 0);
      await wait(everyMs);
    }
  })();
  try {
    const result = await work();
    running = false;
    await watching;
    const share = seen.filter((ms) => ms > 0).length / Math.max(1, seen.length);
    return { result, waits: { share, longest: Math.max(0, ...seen) } };
  } finally {
    running = false;
    await client.end();
  }
}
