import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { beginMaintenance } from '#api/ground/db/maintenance-runs.ts';
import { findBackups } from './find-backups.ts';
import type { Place } from './place.ts';
import { instantOf } from './retention.ts';

interface OwnBackup {
  readonly place: Place;
  /** The name of the backup. */
  readonly backup: string;
  readonly startedAt: Date;
}

/**
 * Writes down that this database makes a backup; resolves with the id of the run. Called before the backup is complete:
 * each complete backup is known, also where its process dies at once.
 */
export const recordBackup = (client: Client, { place, backup, startedAt }: OwnBackup): Promise<string> =>
  beginMaintenance(drizzle(client), { kind: 'backup', startedAt, details: { backup, place: place.title } });

/** The names of the backups since an instant that this database has not made, the newest first. */
export async function backupsOfOthers(place: Place, client: Client, since: Date): Promise<readonly string[]> {
  const names = (await findBackups(place)).filter((name) => instantOf(name) > since);
  const { rows } = await client.query<{ name: string }>(
    `select details ->> 'backup' as name from maintenance_runs
     where kind = 'backup' and details ->> 'backup' = any ($1)`,
    [names],
  );
  const own = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !own.has(name));
}

/** Tells the operator about backups that this database has not made. */
export const othersInWords = (names: readonly string[]): string =>
  `holds backups that this database has not made (${names.join(', ')})`;
