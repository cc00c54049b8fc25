import { chmod, cp, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareDatabase } from '#api/app/backup/restore-backup.ts';
import { transferDatabase } from '#api/app/backup/transfer.ts';
import { createStoreCheck } from '#api/domains/media/store-check.ts';
import { startEmbeddedPostgres } from '#api/ground/db/embedded/start.ts';
import { createFolderStorage } from '#api/ground/storage/folder-storage.ts';
import { startApi } from '#api/app/start.ts';
import { type DebianPostgres, startDebianPostgres } from '#tests/support/debian-postgres.ts';
import { runCommand } from '#tests/support/programs.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

// The tests are consecutive steps: a school of an earlier release is upgraded, then moved.
const scratch = new ScratchDatabases();
const logger = pino({ level: 'silent' });
const world = keptApi();
let dataDir: string;
let home: string;
let debian: DebianPostgres | undefined;
let saved: Awaited<ReturnType<typeof transferDatabase>>['tables'];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'manabook-upgrade-'));
  await chmod(dataDir, 0o711);
  await cp(join(world.services.settings.dataDir, 'media'), join(dataDir, 'media'), { recursive: true });
  debian = await startDebianPostgres();
  if (!debian) console.warn('Debian’s PostgreSQL is not installed: nothing is moved into it');
});
afterAll(async () => {
  await scratch.drop();
  await debian?.close();
  await rm(home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

const command = (name: 'move-database' | 'upgrade', ...args: string[]) => commandOn(undefined, name, ...args);

function commandOn(databaseUrl: string | undefined, name: 'move-database' | 'upgrade', ...args: string[]) {
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl };
  if (databaseUrl === undefined) delete env.DATABASE_URL;
  return runCommand(name, args, env);
}

const storeCheck = (client: Client) =>
  createStoreCheck({ db: drizzle(client), storage: createFolderStorage(join(dataDir, 'media')), logger });

test('a cluster of an earlier major version is refused in plain words, and stays as it is', async () => {
  const old = await startEmbeddedPostgres({ dataDir, release: 'previous' });
  home = await realpath(join(dataDir, 'postgres'));
  const filled = await transferDatabase({ from: world.databaseUrl, to: old.url, root: resolve('.'), logger });
  await connected((client) => storeCheck(client).claim(), old.url);
  await old.stop();
  expect(filled.differences).toEqual([]);
  saved = filled.tables;
  expect((await readFile(join(home, 'cluster', 'PG_VERSION'), 'utf8')).trim()).toBe('17');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /made by PostgreSQL 17, and this Manabook brings PostgreSQL 18.*npm run upgrade/,
  );
});

test('npm run upgrade brings every row to the next major version and keeps the old cluster', async () => {
  const { code, text } = await command('upgrade');
  expect(text).toContain('From PostgreSQL 17 to 18');
  expect(code).toBe(0);
  expect(await readdir(home)).toContain('cluster-17');
  // A kill between the last two steps leaves this state.
  await rename(join(home, 'cluster'), join(home, 'cluster.upgraded'));
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    // The row of the installation has the time of the store's mark.
    expect(await compareDatabase(server.url, { tables: saved.filter(({ name }) => name !== 'installation') })).toEqual(
      [],
    );
    expect(await connected((client) => storeCheck(client).check(), server.url)).toEqual({ state: 'together' });
  } finally {
    await server.stop();
  }
  expect((await command('upgrade')).text).toContain('Nothing to do');
});

test('npm run move-database moves it to a PostgreSQL of one’s own, and the media belong to that one then', async () => {
  const to = debian?.url ?? (await scratch.create());
  expect((await command('move-database', world.databaseUrl)).text).toContain('That database already has a school');
  const { code, text } = await command('move-database', to);
  expect(text).toContain('are the same in both, by count and hash');
  expect(text).toMatch(/(\d+) of \1 media files match their rows/);
  expect(code).toBe(0);
  expect(await compareDatabase(to, { tables: saved.filter(({ name }) => name !== 'installation') })).toEqual([]);
  // The old copy is not started by mistake.
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('was moved to another PostgreSQL');
  const api = await startApi(apiSettings({ databaseUrl: to, dataDir }));
  expect(await api.services.store.check()).toEqual({ state: 'together' });
  await api.close();
});

test('a move whose media store fails is done all the same, and says what is left to do', async () => {
  const [from, to] = [await scratch.createPrepared(), await scratch.create()];
  await connected((client) => makeMedia(drizzle(client)), from);
  const [media, away] = [join(dataDir, 'media'), join(dataDir, 'away')];
  await rename(media, away);
  await writeFile(media, 'no folder');
  const { code, text } = await commandOn(from, 'move-database', to);
  await rm(media);
  await rename(away, media);
  expect(text).toContain('are the same in both, by count and hash');
  expect(text).toMatch(/not this database's yet .*Run: npm run storage -- claim/);
  expect(text).toContain('Set DATABASE_URL to the new address');
  expect(text).toContain('The database is moved. Its media files could not be compared with their rows');
  expect(code).toBe(1);
});
