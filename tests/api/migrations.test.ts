import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { migrateDatabase } from '#api/db/migrate.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const migrationsFolder = 'api/db/migrations';
const scratch = new ScratchDatabases();
const folders: string[] = [];
let allTables: string[];

async function tablesIn(url: string): Promise<string[]> {
  const query = `select tablename as name from pg_tables where schemaname = 'public' order by name`;
  const { rows } = await connected((client) => client.query<{ name: string }>(query), url);
  return rows.map(({ name }) => name);
}

/** A copy of the migrations with one more at its end. */
async function migrationsAnd(statements: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  folders.push(folder);
  await cp(migrationsFolder, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const entry = z.looseObject({ idx: z.int(), when: z.int(), tag: z.string() });
  const journal = z.looseObject({ entries: z.array(entry).min(1) }).parse(JSON.parse(await readFile(file, 'utf8')));
  const when = Math.max(...journal.entries.map((known) => known.when)) + 1;
  journal.entries.push({ idx: journal.entries.length, version: '7', when, tag: 'one_more', breakpoints: true });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(path.join(folder, 'one_more.sql'), statements.join(';--> statement-breakpoint\n'));
  return folder;
}

beforeAll(async () => {
  const url = await scratch.create();
  await migrateDatabase({ url, migrationsFolder });
  allTables = await tablesIn(url);
});

afterAll(async () => {
  await scratch.drop();
  for (const folder of folders) await rm(folder, { recursive: true });
});

test('processes that start together bring an empty database to the same tables', async () => {
  const url = await scratch.create();
  await Promise.all([1, 2, 3].map(() => migrateDatabase({ url, migrationsFolder })));
  expect(await tablesIn(url)).toEqual(allTables);
  expect(allTables).toContain('community_posts');
});

test('a migration that fails half-way leaves nothing, neither of itself nor of those before it', async () => {
  const broken = await migrationsAnd(['create table half_made (id int)', 'create table half_made (id int)']);
  const url = await scratch.create();
  await expect(migrateDatabase({ url, migrationsFolder: broken })).rejects.toThrow();
  expect(await tablesIn(url)).toEqual([]);

  await migrateDatabase({ url, migrationsFolder });
  await expect(migrateDatabase({ url, migrationsFolder: broken })).rejects.toThrow();
  expect(await tablesIn(url)).toEqual(allTables);
});

test('a process killed half-way leaves nothing, and one that waited for it completes the work', async () => {
  const halfWay = 4242;
  const slow = await migrationsAnd([
    'create table half_made (id int)',
    `select pg_advisory_xact_lock(${halfWay})`,
    'create table whole (id int)',
  ]);
  const url = await scratch.create();
  await connected(async (client) => {
    const waiting = async (count: number) => {
      const query = `select count(*)::int as count from pg_locks
        where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      await expect
        .poll(async () => (await client.query<{ count: number }>(query)).rows, { timeout: 60_000 })
        .toEqual([{ count }]);
    };
    await client.query('select pg_advisory_lock($1)', [halfWay]);

    const program = `import { migrateDatabase } from '#api/db/migrate.ts';
      await migrateDatabase(${JSON.stringify({ url, migrationsFolder: slow })});`;
    const options = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const first = spawn(process.execPath, options, { stdio: 'inherit' });
    const ended = once(first, 'exit');
    await waiting(1);
    first.kill('SIGKILL');
    await ended;
    expect(await tablesIn(url)).toEqual([]);

    const second = migrateDatabase({ url, migrationsFolder: slow });
    await waiting(2);
    await client.query('select pg_advisory_unlock($1)', [halfWay]);
    await second;
  }, url);
  expect(await tablesIn(url)).toEqual([...allTables, 'half_made', 'whole'].sort());
});
