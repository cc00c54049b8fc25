import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { markMoved } from '#api/ground/db/embedded/place-of-cluster.ts';
import { createLog } from '#api/ground/log.ts';
import { installationId } from '#api/domains/media/store-check.ts';
import { messageOf } from '#api/ground/message-of.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { openStorage } from '#api/ground/storage/open-storage.ts';
import { withDatabase } from '#api/app/with-services.ts';
import { given } from '#schema/settings/read.ts';
import { identityOf, takePlaceOver } from './claim-place.ts';
import { holdsSchool, othersConnected, setAside, undoAfter } from './set-aside.ts';
import { onConnection } from './snapshot.ts';
import { takeStoreOver } from './take-store-over.ts';
import { compareMedia, transferDatabase } from './transfer.ts';

const usage = `npm run move-database -- postgresql://user:password@host:5432/database
  moves the database, embedded or of DATABASE_URL, to that PostgreSQL; Manabook is stopped meanwhile. Files stay where they are.`;

async function run([to, ...more]: readonly string[]): Promise<void> {
  if (to === undefined || more.length > 0 || !/^postgres(ql)?:\/\//.test(to)) {
    console.error(usage);
    process.exitCode = 1;
    return;
  }
  await withDatabase((settings) => move(settings, to));
}

async function move(settings: Settings, to: string): Promise<void> {
  const { sessionUrl: from, root } = settings;
  if ((await othersConnected(from)) > 0) throw new Error('Manabook is running on this database. Stop it first');
  if (await holdsSchool(to)) throw new Error('That database already has a school. Move to an empty one');
  const logger = createLog(settings.logLevel, { service: 'api' });
  const replaced = await identityOf(from);
  const aside = await setAside(to);
  try {
    const { tables, differences } = await transferDatabase({ from, to, root, logger });
    if (differences.length > 0) throw new Error(`The tables differ: ${differences.join('; ')}`);
    console.log(
      `${tables.length} tables with ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows are the same in both, by count and hash.`,
    );
  } catch (error) {
    const { reason } = await undoAfter(aside, error);
    throw new Error(reason, { cause: error });
  }
  await aside.drop();
  // The school is in the new database from here on, so the old one is closed first, whatever fails later.
  await closeOld(settings, to);
  await takeStoreOver(settings, to, logger);
  if (replaced !== undefined) await takePlaceOver(settings, to, replaced);
  const { dataDir, s3 } = settings;
  console.log(
    `Media stay in ${s3 ? `the bucket ${s3.bucket}` : join(dataDir, 'media')}. Set DATABASE_URL to the new address, and start.`,
  );
  await reportDifferences(settings, to);
}

// Reads every file, which takes hours in a large store.
async function reportDifferences(settings: Settings, to: string): Promise<void> {
  try {
    const installation = await onConnection(to, (client) => installationId(drizzle(client)));
    const { files, differences } = await compareMedia(to, await openStorage(settings, installation));
    for (const line of differences.slice(0, 20)) console.error(line);
    console.log(`${files - differences.length} of ${files} media files match their rows.`);
    if (differences.length > 0) process.exitCode = 1;
  } catch (error) {
    console.error(`The database is moved. Its media files could not be compared with their rows: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}

async function closeOld({ dataDir }: Settings, to: string): Promise<void> {
  if (given(environment(), 'DATABASE_URL') !== undefined) return;
  const { host, pathname } = new URL(to);
  const home = await realpath(join(dataDir, 'postgres'));
  await markMoved(home, { host, database: pathname.slice(1) });
  console.log(`The old database stays in ${home} and will not start again. Remove it when you are sure.`);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`The move: ${messageOf(error)}`);
  process.exit(1);
});
