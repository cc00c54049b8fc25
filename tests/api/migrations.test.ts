import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { readJournal } from '#api/ground/db/migration-files.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const migrationsFolder = 'api/ground/db/migrations';
// A process has much to load before it says anything.
const patience = { timeout: 60_000 };
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
  const url = await scratch.createPrepared();
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

test('each migration is all or nothing: what came before a failed one stays, and the next run goes on', async () => {
  const broken = await migrationsAnd(['create table half_made (id int)', 'create table half_made (id int)']);
  const url = await scratch.createPrepared();
  await expect(migrateDatabase({ url, migrationsFolder: broken })).rejects.toThrow(
    /^one_more failed: relation "half_made" already exists\nWhat was done before it stays/,
  );
  expect(await tablesIn(url)).toEqual(allTables);
  const mended = await migrationsAnd(['create table half_made (id int)']);
  await migrateDatabase({ url, migrationsFolder: mended });
  expect(await tablesIn(url)).toEqual([...allTables, 'half_made'].sort());
});

test('a process killed half-way leaves nothing of its migration, and one that waited for it completes the work', async () => {
  const halfWay = 4242;
  const slow = await migrationsAnd([
    'create table half_made (id int)',
    `select pg_advisory_xact_lock(${halfWay})`,
    'create table whole (id int)',
  ]);
  const url = await scratch.createPrepared();
  await connected(async (client) => {
    await client.query('select pg_advisory_lock($1)', [halfWay]);

    const program = `import { migrateDatabase } from '#api/ground/db/migrate.ts';
      await migrateDatabase({ ...${JSON.stringify({ url, migrationsFolder: slow })}, report: console.log });`;
    const options = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const first = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(first, 'exit');
    let firstSaid = '';
    first.stdout.on('data', (chunk: Buffer) => (firstSaid += chunk.toString()));
    await expect.poll(() => firstSaid, patience).toContain('one_more: waiting for a lock');

    const said: string[] = [];
    const second = migrateDatabase({ url, migrationsFolder: slow, report: (line) => said.push(line) });
    await expect.poll(() => said, patience).toContainEqual(expect.stringContaining('another process is migrating'));
    first.kill('SIGKILL');
    await ended;
    expect(await tablesIn(url)).toEqual(allTables);
    await expect.poll(() => said, patience).toContainEqual(expect.stringContaining('one_more: waiting for a lock'));
    await client.query('select pg_advisory_unlock($1)', [halfWay]);
    await second;
    expect(said.at(-1)).toContain('the database is now at one_more');
  }, url);
  expect(await tablesIn(url)).toEqual([...allTables, 'half_made', 'whole'].sort());
});

test('a migration that waits for a lock lets the others have the table again and again', async () => {
  const folder = await migrationsAnd(['alter table users add column extra text']);
  const url = await scratch.createPrepared();
  await connected(async (client) => {
    await client.query('begin');
    await client.query('select from users');
    const said: string[] = [];
    const migrated = migrateDatabase({ url, migrationsFolder: folder, report: (line) => said.push(line) });
    await expect.poll(() => said.length, patience).toBeGreaterThan(1);
    expect(said[0]).toMatch(/^one_more: waiting for a lock; the oldest transaction is of .* \(pid \d+\)/);
    // The read waits behind the migration, which gives up its lock request.
    await connected((reader) => reader.query('select from users'), url);
    await client.query('commit');
    await migrated;
    expect((await client.query('select extra from users')).rows).toEqual([]);
  }, url);
});

test('a migration outside a transaction builds an index that was left half-built anew', async () => {
  const folder = await migrationsAnd([
    '-- outside a transaction\ncreate index concurrently if not exists "users_extra_idx" on "users" ("last_name")',
    `do $$ begin for n in 1..2 loop raise notice '% of 2', n; commit; end loop; end $$`,
  ]);
  const url = await scratch.createPrepared();
  await connected(async (client) => {
    const valid = `select indisvalid as valid from pg_index where indexrelid = 'users_extra_idx'::regclass`;
    await client.query('create index users_extra_idx on users (last_name)');
    // The state that a killed index build leaves.
    await client.query(`update pg_index set indisvalid = false where indexrelid = 'users_extra_idx'::regclass`);
    const said: string[] = [];
    await migrateDatabase({ url, migrationsFolder: folder, report: (line) => said.push(line) });
    expect((await client.query(valid)).rows).toEqual([{ valid: true }]);
    expect(said).toEqual([
      'one_more: 1 of 2',
      'one_more: 2 of 2',
      expect.stringMatching(/^one_more: done in/),
      'the database is now at one_more',
    ]);
  }, url);
});

test('a database that a newer version has migrated is refused and left as it is', async () => {
  const url = await scratch.createPrepared();
  const newer = await migrationsAnd(['create table of_the_future (id int)']);
  await migrateDatabase({ url, migrationsFolder: newer });
  await expect(migrateDatabase({ url, migrationsFolder })).rejects.toThrow('newer version of Manabook');
  expect(await tablesIn(url)).toEqual([...allTables, 'of_the_future'].sort());
});

test('the moments of the migrations rise, so that no database takes one for done that is not', async () => {
  const moments = (await readJournal(migrationsFolder)).map(({ when }) => when);
  expect(moments).toEqual([...new Set(moments)].sort((one, other) => one - other));
});

test('in a deadlock with a request the migration gives way, and is applied afterwards', async () => {
  // The migration holds one table and asks for the other; the request does the same the other way round.
  const both = `do $$ begin alter table classes add column extra text; perform pg_sleep(0.15);
    alter table users add column extra text; end $$`;
  const folder = await migrationsAnd([both]);
  const url = await scratch.createPrepared();
  await connected(async (client) => {
    await client.query('begin');
    await client.query('select from users');
    const migrated = migrateDatabase({ url, migrationsFolder: folder });
    const held = `select from pg_locks where relation = 'classes'::regclass and mode = 'AccessExclusiveLock' and granted`;
    await connected(async (watcher) => {
      await expect.poll(async () => (await watcher.query(held)).rowCount, { ...patience, interval: 10 }).toBe(1);
    }, url);
    await client.query('select from classes');
    await client.query('commit');
    await migrated;
    await client.query('select extra from classes, lateral (select extra as other from users) both_there');
  }, url);
});
