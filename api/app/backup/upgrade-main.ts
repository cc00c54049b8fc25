import { resolve } from 'node:path';
import { createLog } from '#api/ground/log.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { given } from '#schema/settings/read.ts';
import { upgradeEmbedded } from './upgrade.ts';

/** `npm run upgrade`: the embedded database's way to PostgreSQL's next major version. */
async function run(): Promise<void> {
  const env = environment();
  if (given(env, 'DATABASE_URL') !== undefined)
    throw new Error(
      'DATABASE_URL is your own PostgreSQL. Upgrade it with its own tools: this command is for the embedded one',
    );
  const root = resolve(given(env, 'MANABOOK_ROOT') ?? '.');
  const dataDir = resolve(root, given(env, 'DATA_DIR') ?? 'data');
  const done = await upgradeEmbedded({ dataDir, root, logger: createLog('warn', { service: 'api' }) });
  if (!done)
    return console.log('Nothing to do: the embedded database already has the version that comes with this Manabook.');
  console.log(`From PostgreSQL ${done.from} to ${done.to}: ${done.rows} rows are the same, by count and hash.`);
  console.log(`The old database is kept in ${done.kept}. Remove it when you are sure.`);
}

run().catch((error: unknown) => {
  console.error(`The upgrade: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
