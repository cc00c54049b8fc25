import { chmod, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Logger } from 'pino';
import { findBinaries } from '#api/ground/db/embedded/binaries.ts';
import { SUPERUSER } from '#api/ground/db/embedded/connection.ts';
import { majorOf, upgradedName } from '#api/ground/db/embedded/place-of-cluster.ts';
import { startEmbeddedPostgres } from '#api/ground/db/embedded/start.ts';
import { isMarkedBy } from '#api/domains/media/store-check.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { hasTable } from './catalog.ts';
import { identityOf } from './claim-place.ts';
import { onConnection } from './snapshot.ts';
import { transferDatabase } from './transfer.ts';

export interface Upgraded {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** The path of the old cluster, which is kept. */
  readonly kept: string;
  /** The media store is marked as the old database's own. The new one must claim it. */
  readonly ownedStore: boolean;
  /** The old database's identity. */
  readonly replaced: string | undefined;
}

interface Upgrade {
  readonly dataDir: string;
  readonly root: string;
  readonly logger: Logger;
  /** Opens the media store of the installation with this id. */
  readonly openStore: (installation: string) => Promise<Storage>;
}

/**
 * Upgrades the embedded database to this version's PostgreSQL major version: the previous PostgreSQL opens the old
 * cluster, everything is copied into a new one and compared, and the new one takes its place. A kill at any point
 * leaves a complete old or new cluster. Undefined when there is nothing to upgrade.
 */
export async function upgradeEmbedded({ dataDir, root, logger, openStore }: Upgrade): Promise<Upgraded | undefined> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  const from = home === undefined ? undefined : await majorOf(join(home, 'cluster'));
  const { major: to } = await findBinaries(undefined);
  if (home === undefined || from === undefined || from === to) return undefined;
  await assertPrevious(from, to);

  // Inside the database's folder, which can be a mount or a link, so that the rename stays on one file system.
  const beside = join(home, 'upgrade');
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true });
  // PostgreSQL's own user must be able to pass through the folder.
  await chmod(beside, 0o711);
  const old = await startEmbeddedPostgres({ dataDir, release: 'previous' });
  if (old.adopted) throw new Error('Manabook is running on this database. Stop it first');
  let rows = 0;
  let ownedStore = false;
  let replaced: string | undefined;
  try {
    replaced = await identityOf(old.url);
    ownedStore = await ownsStore(old.url, openStore);
    const fresh = await startEmbeddedPostgres({ dataDir: beside });
    try {
      const { tables, differences } = await transferDatabase({ from: old.url, to: fresh.url, root, logger });
      if (differences.length > 0) throw new Error(`The tables differ: ${differences.join('; ')}`);
      rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const password = (await readFile(join(home, 'password'), 'utf8')).trim();
      await onConnection(fresh.url, (client) =>
        client.query(`alter role ${escapeIdentifier(SUPERUSER)} password ${escapeLiteral(password)}`),
      );
    } finally {
      await fresh.stop();
    }
  } finally {
    await old.stop();
  }
  const cluster = join(home, 'cluster');
  const oldCluster = `${cluster}-${from}`;
  await rm(upgradedName(cluster), { recursive: true, force: true });
  await rename(join(beside, 'postgres', 'cluster'), upgradedName(cluster));
  // Between these two steps, a start finds the upgraded cluster under its temporary name.
  await rename(cluster, oldCluster);
  await rename(upgradedName(cluster), cluster);
  await rm(beside, { recursive: true, force: true });
  return { from, to, rows, kept: oldCluster, ownedStore, replaced };
}

async function assertPrevious(from: number, to: number): Promise<void> {
  const previous = await findBinaries(undefined, 'previous').catch(() => undefined);
  if (previous?.major === from && from < to) return;
  throw new Error(
    `The database was made by PostgreSQL ${from}, and this Manabook comes without PostgreSQL ${from} to read it. ` +
      'Install the version of Manabook that you had before and run "npm run backup -- --to FOLDER". Then install this ' +
      'version, move data/postgres elsewhere, and run "npm run restore -- latest --from FOLDER"',
  );
}

function ownsStore(url: string, openStore: Upgrade['openStore']): Promise<boolean> {
  return onConnection(url, async (client) => {
    // Earlier releases did not mark the store.
    if (!(await hasTable(client, 'public.installation'))) return false;
    const { rows } = await client.query<{ id: string }>('select id from installation');
    return isMarkedBy(drizzle(client), await openStore(rows[0]?.id ?? ''));
  });
}
