import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockClasses } from '#api/ground/db/advisory-locks.ts';
import { createDatabase, isWithoutTimeout } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { createLog } from '#api/ground/log.ts';
import { joinMediaFolder, type JoinedFolder } from '#api/ground/storage/joined-folder.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const databases = new ScratchDatabases();
const logger = createLog('silent');
const joined: JoinedFolder[] = [];
let sessionUrl: string;
let folder: string;

beforeAll(async () => {
  sessionUrl = await databases.create();
  folder = await mkdtemp(join(tmpdir(), 'manabook-pooler-'));
});
afterAll(async () => {
  for (const one of joined) await one.leave();
  await databases.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('behind a pooler of transactions', () => {
  test('no statement is prepared by name, and no parameter is sent at the start', async () => {
    const { pool, close } = createDatabase(sessionUrl, { max: 1, pooled: true });
    const { rows } = await pool.query<{ sum: number }>({ name: 'sum', text: 'select $1::int + 1 as sum', values: [1] });
    expect(rows).toEqual([{ sum: 2 }]);
    expect((await pool.query('select from pg_prepared_statements')).rowCount).toBe(0);
    expect(await isWithoutTimeout(pool)).toBe(true);
    await close();
  });

  test('is not assumed: statements are prepared and end after a while', async () => {
    const { pool, close } = createDatabase(sessionUrl, { max: 1 });
    await pool.query({ name: 'sum', text: 'select $1::int + 1 as sum', values: [1] });
    expect((await pool.query('select from pg_prepared_statements')).rowCount).toBe(1);
    expect(await isWithoutTimeout(pool)).toBe(false);
    await close();
  });
});

describe('the media folder', () => {
  const joinAt = async (name: string): Promise<JoinedFolder> => {
    const one = await joinMediaFolder({ dataDir: join(folder, name), sessionUrl, logger });
    joined.push(one);
    return one;
  };
  const processesOf = (name: string) => join(folder, name, 'media', 'processes');
  const files = async (name: string) => (await readdir(processesOf(name))).length;

  test('is used by several processes that see the same files', async () => {
    await joinAt('shared');
    await joinAt('shared');
    expect(await files('shared')).toBe(2);
  });

  test('is joined while page views are being stored', async () => {
    await connected(async (client) => {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [lockClasses.pageViewEvents, newId()]);
      await (await joinAt('shared')).leave();
      await client.query('rollback');
    }, sessionUrl);
  });

  test('is shared with processes of the release before: neither removes the other’s files', async () => {
    const numberOfOld = join(processesOf('shared'), '123');
    await writeFile(numberOfOld, 'host 1');
    await (await joinAt('shared')).leave();
    const names = await readdir(processesOf('shared'));
    expect(names).toHaveLength(3);
    // The release before removes files that are named by a number for which it finds no lock.
    expect(names.filter((name) => /^\d+$/.test(name))).toEqual(['123']);
    await rm(numberOfOld);
  });

  test('is joined when a process that was seen has ended meanwhile', async () => {
    await connected(async (client) => {
      await client.query('select pg_advisory_lock($1, 123)', [lockClasses.mediaFolderProcesses]);
      const joining = joinAt('shared');
      const looked = `select from pg_stat_activity where application_name = 'manabook media folder'
        and datname = current_database() and state = 'idle' and query like '%from pg_locks%'`;
      await expect.poll(async () => (await client.query(looked)).rowCount).toBe(1);
      await client.query('select pg_advisory_unlock_all()');
      await (await joining).leave();
    }, sessionUrl);
  });

  test('of another host is refused while a process uses the first, in words that say what to do', async () => {
    await expect(joinAt('other')).rejects.toThrow(/keep their media in another folder than .*other.*S3_BUCKET/);
    expect(await files('other')).toBe(0);
  });

  test('can be another one when nobody uses the first any more', async () => {
    for (const one of joined.splice(0)) await one.leave();
    expect(await files('shared')).toBe(0);
    await joinAt('other');
    expect(await files('other')).toBe(1);
  });
});
