import { readKeys } from '#api/ground/keys/key-store.ts';
import { keepMaintenance } from '#api/ground/db/maintenance-runs.ts';
import type { Services } from '#api/app/services.ts';
import { withServices } from '#api/app/with-services.ts';
import { forgetKeys, revokeKey, rotateKeys, writeKeyFile } from './rotate.ts';

const usage = `npm run keys -- list          the keys that sign tokens and links
npm run keys -- rotate        new keys; what the old ones signed stays valid
npm run keys -- revoke ID     ends a key that someone else may know, and what it signed
npm run keys -- export FILE   writes them to a file, for SIGNING_KEYS_FILE
npm run keys -- forget        removes them from the database, when SIGNING_KEYS_FILE holds them`;

async function run([command, argument, ...more]: readonly string[]): Promise<void> {
  const takes = { list: false, rotate: false, revoke: true, export: true, forget: false };
  const isKnown = command !== undefined && Object.hasOwn(takes, command);
  if (!isKnown || more.length > 0 || takes[command as keyof typeof takes] !== (argument !== undefined)) {
    console.error(usage);
    process.exitCode = 1;
    return;
  }
  await withServices(async (services) => {
    if (command === 'list') await list(services);
    else if (command === 'export') await exportTo(services, argument ?? '');
    else await upkeep(services, command, argument ?? '');
  });
}

const sourceOf = ({ db, settings }: Services) => ({ db, file: settings.signingKeysFile });

async function list(services: Services): Promise<void> {
  const keys = await readKeys(sourceOf(services));
  console.log(services.settings.signingKeysFile ?? 'In the database');
  for (const { purpose, id, signsFrom } of keys) {
    const signs = services.secrets.current(purpose).id === id;
    console.log(`${purpose.padEnd(13)}${id.padEnd(28)}from ${signsFrom.toISOString()}${signs ? '  signs' : ''}`);
  }
}

async function exportTo({ db }: Services, file: string): Promise<void> {
  const keys = await readKeys({ db, file: undefined });
  await writeKeyFile(file, keys);
  console.log(
    `${keys.length} keys are in ${file}. Set SIGNING_KEYS_FILE to it, start again, then: npm run keys -- forget`,
  );
}

async function upkeep(services: Services, command: string, argument: string): Promise<void> {
  const { db, settings } = services;
  const startedAt = new Date();
  const source = sourceOf(services);
  const place = settings.signingKeysFile === undefined ? 'database' : 'file';
  const keep = (details: Record<string, string | number>) =>
    keepMaintenance(db, { kind: 'key_rotation', startedAt, outcome: 'done', details: { command, place, ...details } });
  if (command === 'rotate') {
    const { made, removed, signsFrom } = await rotateKeys(source);
    await keep({ made: made.length, removed: removed.length });
    console.log(
      `New keys: ${made.join(', ')}. They sign from ${signsFrom.toISOString()}, when every process knows them.`,
    );
    if (removed.length > 0) console.log(`Removed, no longer needed: ${removed.join(', ')}`);
  } else if (command === 'revoke') {
    await revokeKey(source, argument);
    await keep({ revoked: argument });
    console.log(`${argument} is revoked. Within 20 s, nothing that it signed is valid.`);
  } else {
    const count = await forgetKeys(source);
    await keep({ removed: count });
    console.log(
      `${count} keys were removed from the database. Keep ${settings.signingKeysFile ?? ''} with your backups.`,
    );
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`Keys failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
