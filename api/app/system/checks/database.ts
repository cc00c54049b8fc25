import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { found } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

/** The end of the community's support of each major version, as its versioning policy has it: five years. */
const supportEnds: Readonly<Record<number, string>> = {
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};
const oldestMajor = 14;
const dayMs = 86_400_000;
const noticeDays = 365;

interface Server extends Record<string, unknown> {
  readonly version: number;
  readonly encoding: string;
  readonly extensions: string[];
}

const wantedExtensions = ['pg_trgm'] as const;

/** Checks version, support period, encoding and extensions. */
export async function checkServer(db: Queryable, now = Date.now()): Promise<SystemCheck[]> {
  const { rows } = await db.execute<Server>(sql`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      array(select extname::text from pg_extension) as extensions`);
  const [server] = rows;
  if (!server) return [];
  const missing = wantedExtensions.filter((name) => !server.extensions.includes(name));
  return [
    versionFinding(server.version, now),
    server.encoding === 'UTF8' ? found('encoding', 'ok') : found('encoding', 'other', { encoding: server.encoding }),
    missing.length === 0
      ? found('extensions', 'ok', { names: wantedExtensions.join(', ') })
      : found('extensions', 'missing', { names: missing.join(', ') }),
  ];
}

export function versionFinding(versionNumber: number, now: number): SystemCheck {
  const major = Math.floor(versionNumber / 10_000);
  const version = `${major}.${versionNumber % 10_000}`;
  if (major < oldestMajor) return found('database', 'tooOld', { version, oldest: oldestMajor });
  const end = supportEnds[major];
  // A version newer than this code is supported for years.
  if (end === undefined) return found('database', 'ok', { version });
  const days = Math.floor((Date.parse(end) - now) / dayMs);
  if (days < 0) return found('database', 'ended', { version });
  return days > noticeDays ? found('database', 'ok', { version }) : found('database', 'endsSoon', { version, days });
}

export async function checkTimeZone(db: Queryable, timeZone: string): Promise<SystemCheck> {
  const { rows } = await db.execute(sql`select from pg_timezone_names where name = ${timeZone}`);
  return found('timeZone', rows.length > 0 ? 'ok' : 'unknown', { zone: timeZone });
}

// Tokens are accepted for 30 s after their expiry, so smaller differences are harmless.
const [offMs, farOffMs] = [2_000, 20_000];

/** Compares this machine's clock with the database's. */
export async function checkClock(db: Queryable): Promise<SystemCheck> {
  const before = Date.now();
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  );
  const after = Date.now();
  const [theirs] = rows;
  // The database read its clock between the two readings here.
  const apart = theirs === undefined ? 0 : Math.max(before - theirs.now, theirs.now - after, 0);
  const seconds = Math.round(apart / 1000);
  if (apart < offMs) return found('clock', 'ok', { seconds });
  return found('clock', apart < farOffMs ? 'off' : 'farOff', { seconds });
}
