import { resolve } from 'node:path';
import { createLog } from '#api/ground/log.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { openStorage } from '#api/ground/storage/open-storage.ts';
import { withDatabase } from '#api/app/with-services.ts';
import { given } from '#schema/settings/read.ts';
import { takePlaceOver } from './claim-place.ts';
import { takeStoreOver } from './take-store-over.ts';
import { upgradeEmbedded } from './upgrade.ts';

const logger = createLog('warn', { service: 'api' });

/** `npm run upgrade`: the embedded database's way to PostgreSQL's next major version. */
async function run(): Promise<void> {
  const env = environment();
  if (given(env, 'DATABASE_URL') !== undefined)
    throw new Error(
      'DATABASE_URL is your own PostgreSQL. Upgrade it with its own tools: this command is for the embedded one',
    );
  const root = resolve(given(env, 'MANABOOK_ROOT') ?? '.');
  const dataDir = resolve(root, given(env, 'DATA_DIR') ?? 'data');
  const openStore = (installation: string) =>
    openStorage(readSettings({ ...env, DATABASE_URL: 'postgresql://embedded' }), installation);
  const done = await upgradeEmbedded({ dataDir, root, logger, openStore });
  if (!done)
    return console.log('Nothing to do: the embedded database already has the version that comes with this Manabook.');
  const { ownedStore, replaced } = done;
  await withDatabase(async (settings) => {
    if (ownedStore) await takeStoreOver(settings, settings.sessionUrl, logger);
    if (replaced !== undefined) await takePlaceOver(settings, settings.sessionUrl, replaced);
  });
  console.log(`From PostgreSQL ${done.from} to ${done.to}: ${done.rows} rows are the same, by count and hash.`);
  console.log(`The old database is kept in ${done.kept}. Remove it when you are sure.`);
}

run().catch((error: unknown) => {
  console.error(`The upgrade: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
