import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Queryable } from '#api/ground/db/client.ts';
import { installationId } from '#api/domains/media/store-check.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { found, reasonOf } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

const behindSeconds = 60;

interface Stand {
  readonly installation: string | null;
  /** Whether the database is a replica, which replays the main database's writes. */
  readonly follows: boolean;
  /** Bytes that the main database has written and the replica has not replayed. */
  readonly behind: string | null;
  /** Seconds since the last replayed change. */
  readonly seconds: number | null;
}

const stand = `
  select (select id from installation) as installation, pg_is_in_recovery() as follows,
    pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) as behind,
    extract(epoch from now() - pg_last_xact_replay_timestamp())::int as seconds`;

/** Checks that the read replica, when set, is a copy of this database and follows it. */
export async function checkReplica(
  db: Queryable,
  { reportsUrl }: Pick<Settings, 'reportsUrl'>,
): Promise<readonly SystemCheck[]> {
  if (reportsUrl === undefined) return [];
  const { rows } = await db.execute<{ written: string }>(sql`select pg_current_wal_lsn()::text as written`);
  const client = new Client({
    connectionString: reportsUrl,
    application_name: 'manabook check',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  const place = { server: client.host };
  try {
    await client.connect();
    const [copy] = (await client.query<Stand>(stand, [rows[0]?.written])).rows;
    if (copy?.installation !== (await installationId(db))) return [found('replica', 'otherInstallation', place)];
    if (!copy.follows) return [found('replica', 'standsStill', place)];
    const seconds = Number(copy.behind) > 0 ? (copy.seconds ?? 0) : 0;
    return [found('replica', seconds > behindSeconds ? 'behind' : 'ok', { ...place, seconds })];
  } catch (error) {
    return [found('replica', 'unreachable', { ...place, reason: reasonOf(error) })];
  } finally {
    await client.end().catch(() => {});
  }
}
