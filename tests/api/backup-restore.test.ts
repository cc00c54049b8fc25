import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBackup } from '#api/app/backup/run-backup.ts';
import type { Services } from '#api/app/services.ts';
import { withServices } from '#api/app/with-services.ts';
import { eraseProfile } from '#api/domains/privacy/erase.ts';
import { lockKeys } from '#api/ground/db/advisory-locks.ts';
import { newId } from '#api/ground/db/ids.ts';
import { lastMaintenanceRun } from '#api/ground/db/maintenance-runs.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type Ended, programOf, runCommand } from '#tests/support/programs.ts';
import { aKnownChild, logOf, whereIs } from './privacy-child.ts';
import { makePlace, type Place } from './samples/place.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
const world = keptApi();
let folder: string;
let place: Place;
let child: Awaited<ReturnType<typeof aKnownChild>>;
/** Starts a restore, ends it by a signal when `isUnderWay` says so, and resolves with its exit code. */
async function interrupted(args: readonly string[], signal: NodeJS.Signals, isUnderWay: () => Promise<boolean>) {
  const { file, execArgv } = await programOf('restore');
  const child = spawn(process.execPath, [...execArgv, file, ...args], { env, stdio: 'ignore' });
  const exit = once(child, 'exit');
  await expect.poll(isUnderWay, { timeout: 60_000 }).toBe(true);
  child.kill(signal);
  return (await exit)[0] as number | null;
}

/** The time of the backup. The backup still has the child. */
let madeAt: string;
/** The environment of the restored installation. */
let env: NodeJS.ProcessEnv & { DATABASE_URL: string; DATA_DIR: string };
let first: Ended;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-restore-'));
  place = await makePlace(world);
  child = await aKnownChild(place);
  const BACKUP_TO = join(folder, 'backups');
  const made = await runBackup(world.services.settings, BACKUP_TO);
  madeAt = made.manifest.at;
  // The owner is no superuser.
  const DATABASE_URL = await scratch.createOwned();
  env = { ...process.env, BACKUP_TO, DATABASE_URL, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };
  first = await runCommand('restore', ['latest'], env);
});
afterAll(async () => {
  await scratch.drop();
  await rm(folder, { recursive: true, force: true });
});

const replace = () => runCommand('restore', ['latest', '--replace'], env);
const withRestored = <Result>(work: (services: Services) => Promise<Result>) => withServices(work, env);
const rowsOf = (query: string) =>
  connected(async (client) => (await client.query<Record<string, unknown>>(query)).rows, env.DATABASE_URL);

describe('a restore', () => {
  test('says that children who were erased after the backup are back, where it cannot know them', async () => {
    expect(first.text).toContain('Restored: ');
    expect(first.text).toContain(`The backup is of ${madeAt}. Children who were erased after that are here again`);
    expect(await rowsOf(`select name from profiles where id = '${child.id}'`)).toEqual([{ name: child.name }]);
  });

  test('erases them again, rows and files, where the earlier database knows them', async () => {
    const author = { userId: place.own.Administrator.id, requestId: newId() };
    await withRestored((services) => eraseProfile(services, { id: child.id, confirmName: child.name, author }));
    const again = await replace();
    expect(again.text).toContain('since they were erased after the backup: 1.');
    expect(again.text).not.toContain('are here again');
    await withRestored(async (services) => {
      const restored = { ...world, services };
      for (const gone of [child.name, child.id, child.former.id])
        expect([gone, await whereIs(restored, gone)]).toEqual([gone, []]);
      for (const { storageKey } of child.files) expect(await services.storage.size(storageKey)).toBeUndefined();
      const log = await logOf(restored, child.id);
      expect(log.filter(({ action }) => action === 'erase')).toMatchObject([
        { actorId: author.userId, requestId: author.requestId, entityName: '' },
      ]);
    });
  });

  test('that fails at the media brings the earlier data back, and the same command goes on', async () => {
    await rowsOf("update users set email = 'still@here.test' where email like 'teacher@%'");
    const [file] = await rowsOf("select storage_key as key from media where purpose = 'teaching' limit 1");
    const schemas = "select nspname from pg_namespace where nspname !~ '^pg_' order by 1";
    const before = await rowsOf(schemas);
    const media = join(env.DATA_DIR, 'media');
    const found = (await readdir(media, { recursive: true })).find((name) => basename(name) === file?.key);
    if (found === undefined) throw new Error('the restored school has its files');
    // A file cannot take the place of a folder.
    await rm(join(media, found));
    await mkdir(join(media, found));
    const failed = await replace();
    expect(failed.text).toContain('Restore failed: EISDIR');
    expect(failed.text).toContain('The database is as it was before');
    expect(failed.text).toMatch(/bring it back: npm run restore -- --undo public_before_\d+/);
    expect(failed.code).toBe(1);
    expect(await rowsOf('select email from users')).toContainEqual({ email: 'still@here.test' });
    expect(await rowsOf(schemas)).toEqual(before);

    await rm(join(media, found), { recursive: true });
    expect((await replace()).text).toContain('Restored: ');
    expect((await stat(join(media, found))).isFile()).toBe(true);
    expect(await rowsOf('select email from users')).not.toContainEqual({ email: 'still@here.test' });
  });

  test.each(['SIGINT', 'SIGHUP'] as const)('that is interrupted by %s brings the earlier data back', async (signal) => {
    const email = `kept-${newId()}@here.test`;
    await rowsOf(`update users set email = '${email}' where id = (select id from users order by id limit 1)`);
    const schemas = () => rowsOf("select nspname from pg_namespace where nspname !~ '^pg_' order by 1");
    const before = await schemas();
    await connected(async (holder) => {
      // The restore waits for its turn at the queue's tables.
      await holder.query('select pg_advisory_lock($1)', [lockKeys.queueMigration]);
      const isSetAside = async () => (await schemas()).length > before.length;
      expect(await interrupted(['latest', '--replace'], signal, isSetAside)).toBe(1);
    }, env.DATABASE_URL);
    expect(await schemas()).toEqual(before);
    expect(await rowsOf('select email from users')).toContainEqual({ email });
  });

  test('that was to be verified leaves nothing and says nothing about the backup, when it is interrupted', async () => {
    const room = join(folder, 'scratch');
    await mkdir(room);
    await chmod(folder, 0o711);
    const before = await withRestored(({ db }) => lastMaintenanceRun(db, 'restore_check'));
    const inside = () => readdir(room, { recursive: true }).catch(() => []);
    const isCopying = async () => (await inside()).some((name) => /data.media./.test(name));
    expect(await interrupted(['--verify', '--scratch', room], 'SIGTERM', isCopying)).toBe(1);
    expect(await inside()).toEqual([]);
    expect(await withRestored(({ db }) => lastMaintenanceRun(db, 'restore_check'))).toEqual(before);
  });
});
