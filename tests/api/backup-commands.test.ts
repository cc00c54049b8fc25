import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBackups } from '#api/app/backup/find-backups.ts';
import { createFolderPlace } from '#api/app/backup/folder-place.ts';
import { openPlace } from '#api/app/backup/open-place.ts';
import { keptBackups, removeOldBackups } from '#api/app/backup/retention.ts';
import { runBackup } from '#api/app/backup/run-backup.ts';
import { newBackupKey } from '#api/app/backup/seal.ts';
import { backUpInTheNight } from '#api/app/backup/night.ts';
import { media, rateLimits } from '#api/ground/db/schema.ts';
import { lockKeys } from '#api/ground/db/advisory-locks.ts';
import { storedKey } from '#api/ground/http/stored-counter.ts';
import { lastMaintenanceRun } from '#api/ground/db/maintenance-runs.ts';
import { startApi } from '#api/app/start.ts';
import { roles } from '#schema/access.ts';
import { newClassCode } from '#schema/rest/classes.ts';
import { type DebianPostgres, startDebianPostgres } from '#tests/support/debian-postgres.ts';
import { runCommand } from '#tests/support/programs.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';
import { send, signInAs } from './school.ts';

const scratch = new ScratchDatabases();
const world = keptApi();
let folder: string;
let identity: string;
/** A PostgreSQL of another version than the backup's, if it is installed. */
let debian: DebianPostgres | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-backups-'));
  ({ identity } = await newBackupKey());
  debian = await startDebianPostgres();
});
afterAll(async () => {
  await scratch.drop();
  await debian?.close();
  await rm(folder, { recursive: true, force: true });
});

/** `npm run backup` and `npm run restore`, beside the running service unless the environment names another database. */
function command(name: 'backup' | 'restore', args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { dataDir } = world.services.settings;
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...more };
  return runCommand(name, args, env);
}

/** Gives every account what makes a sign-in by password be refused: an authenticator app, a passkey, and used-up tries. */
async function hinderSignIns(): Promise<void> {
  const { db, pool, secrets } = world.services;
  const active = 'from users where status = 1 and deleted_at is null';
  await pool.query(`insert into second_factors (user_id, sealed_secret, confirmed_at)
    select id, repeat('s', 60), now() ${active}`);
  await pool.query(`insert into passkeys (id, user_id, credential_id, public_key, counter)
    select gen_random_uuid(), id, id::text, 'key', 0 ${active}`);
  const { rows } = await pool.query<{ id: string }>(`select id ${active}`);
  const usedUp = { points: 20, expire: Date.now() + 15 * 60_000 };
  await db
    .insert(rateLimits)
    .values(rows.map(({ id }) => ({ key: storedKey(secrets, 'login-strangers', id), ...usedUp })))
    .onConflictDoUpdate({ target: rateLimits.key, set: usedUp });
}

const admin = { email: 'admin@demo.test', password: 'learn-together' };

describe('npm run backup and npm run restore', () => {
  const encrypted = () => ({ BACKUP_TO: join(folder, 'encrypted'), BACKUP_KEY: identity });
  let accessToken: string;
  beforeAll(async () => {
    ({ accessToken } = await signInAs(world, admin));
  });

  test('make a backup, prove it beside the running service though its accounts have a second step, and write both down', async () => {
    await hinderSignIns();
    const made = await command('backup', [], encrypted());
    expect(made.text).toContain('encrypted');
    expect(made.code).toBe(0);
    const room = join(folder, 'scratch');
    await mkdir(room);
    // PostgreSQL's own user must be able to pass through.
    await chmod(folder, 0o711);
    const args = ['--verify', '--scratch', room];
    const proving = command('restore', args, { ...encrypted(), SECOND_STEP_ROLES: roles.join(',') });
    const inside = () => readdir(room, { recursive: true }).catch(() => []);
    await expect
      .poll(inside, { timeout: 60_000 })
      .toContainEqual(expect.stringMatching(/postgres.cluster.PG_VERSION$/));
    const proven = await proving;
    expect(await inside()).toEqual([]);
    expect(proven.text).toContain('an account could sign in');
    expect(proven.code).toBe(0);
    const { db } = world.services;
    expect(await lastMaintenanceRun(db, 'backup')).toMatchObject({
      outcome: 'done',
      details: { missing: 0, damaged: 0, encrypted: true, place: join(folder, 'encrypted') },
    });
    expect(await lastMaintenanceRun(db, 'restore_check')).toMatchObject({ outcome: 'done', details: { signIn: true } });
  });

  test('restore into an empty installation, where sessions and links go on', async () => {
    const [file] = await world.services.db.select().from(media).limit(1);
    if (!file) throw new Error('the demo school has media');
    const link = world.services.links.media(file.id, file.fileName).url;
    const databaseUrl = debian?.url ?? (await scratch.create());
    const dataDir = join(folder, 'restored');
    const empty = { ...encrypted(), DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const restored = await command('restore', ['latest'], empty);
    expect(restored.text).toContain('go on with this database');
    expect(restored.code).toBe(0);
    const api = await startApi(apiSettings({ databaseUrl, dataDir }));
    try {
      await send({ ...world, apiUrl: api.url }, newClassCode, { token: accessToken }).expect(200);
      const answer = await fetch(`${api.url}/api${link}`);
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(file.byteSize);
      expect(await api.services.store.check()).toEqual({ state: 'together' });
      // Refused while the service runs, and over a school.
      expect((await command('restore', ['latest'], empty)).text).toContain('This database already has a school');
      expect((await command('restore', ['latest', '--replace'], empty)).text).toContain('Manabook is running');
    } finally {
      await api.close();
    }
  });

  test('with --replace set aside what was there, and bring it back when the restore fails', async () => {
    // The owner is no superuser and cannot move the extension's functions.
    const databaseUrl = await scratch.createOwned();
    const dataDir = join(folder, 'replaced');
    const env = { BACKUP_TO: join(folder, 'plain'), DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const made = await command('backup', [], { BACKUP_TO: env.BACKUP_TO });
    expect(made.text).toContain('without the signing keys');
    const first = await command('restore', ['latest'], env);
    expect(first.text).toContain('All staff are signed out');
    const names = 'select email from users order by email';
    const before = await rowsOf(databaseUrl, names);
    const again = await command('restore', ['latest', '--replace'], env);
    expect(again.code).toBe(0);
    expect(again.text).toMatch(/public_before_\d+/);

    const [backup = ''] = await readdir(join(env.BACKUP_TO, 'backups'));
    await writeFile(join(env.BACKUP_TO, 'backups', backup, 'tables/public.users.copy.gz'), 'not what it was');
    await connected(
      (client) => client.query("update users set email = 'still@here.test' where email like 'teacher@%'"),
      databaseUrl,
    );
    const failed = await command('restore', ['latest', '--replace'], env);
    expect(failed.code).toBe(1);
    const now = await rowsOf(databaseUrl, names);
    expect(now).toHaveLength(before.length);
    expect(now).toContainEqual({ email: 'still@here.test' });
    // A check of the same backup fails too, and says so.
    expect((await command('restore', ['--verify'], { BACKUP_TO: env.BACKUP_TO })).code).toBe(1);
    expect(await lastMaintenanceRun(world.services.db, 'restore_check')).toMatchObject({ outcome: 'failed' });
  });

  test('say what is missing', async () => {
    expect((await command('backup', [])).text).toContain('Choose a place: --to FOLDER, or set BACKUP_TO');
    expect((await command('backup', [], { BACKUP_TO: 'backups' })).text).toContain('BACKUP_TO');
    const inside = join(world.services.settings.dataDir, 'backups');
    expect((await command('backup', ['--to', inside])).text).toContain('would be lost with the data folder');
    const { BACKUP_TO } = encrypted();
    expect((await command('restore', ['--verify', '--from', BACKUP_TO])).text).toContain('This backup is encrypted');
    await mkdir(join(folder, 'nothing'));
    expect((await command('restore', ['latest', '--from', join(folder, 'nothing')])).text).toContain('no backup in');
  });
});

const rowsOf = (url: string, query: string) =>
  connected(async (client) => (await client.query<Record<string, unknown>>(query)).rows, url);

describe('backups', () => {
  test('go to a bucket too, and are not copied twice', async () => {
    const server = await startS3Server();
    try {
      const { bucket, ...s3 } = server.settings;
      const to = `s3://${bucket}/school/backups`;
      const settings = apiSettings({
        ...world.services.settings,
        backup: { ...world.services.settings.backup, to, s3, key: identity },
      });
      const first = await runBackup(settings, to);
      expect(first.copied).toBe(first.manifest.files.count);
      // As the nightly job does.
      await backUpInTheNight({ ...world.services, settings });
      expect((await lastMaintenanceRun(world.services.db, 'backup'))?.details).toMatchObject({ copied: 0, place: to });
      expect(await findBackups(await openPlace(to, settings))).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  test('are refused while another one is running, which counts as no failure: the night leaves the work to it', async () => {
    const { db, settings } = world.services;
    const before = await lastMaintenanceRun(db, 'backup');
    const to = join(folder, 'twice');
    await connected(async (running) => {
      await running.query('select pg_advisory_lock($1)', [lockKeys.backup]);
      const refused = await command('backup', ['--to', to]);
      expect(refused.text).toContain('Another backup of this installation is running');
      expect(refused.code).toBe(1);
      await backUpInTheNight({ ...world.services, settings: { ...settings, backup: { ...settings.backup, to } } });
    }, world.databaseUrl);
    expect(await lastMaintenanceRun(db, 'backup')).toEqual(before);
  });

  test('are kept by day, week and month of the school, the newest in any case', () => {
    const at = (time: string) => new Date(time).toISOString().replace(/[:.]/g, '-');
    const days = Array.from({ length: 400 }, (_, day) =>
      at(new Date(Date.UTC(2026, 10, 23, 17) - day * 86_400_000).toISOString()),
    );
    const kept = [...keptBackups(days, { daily: 3, weekly: 2, monthly: 2 }, 'Asia/Tokyo')];
    // 17:00 UTC is the next day in Tokyo.
    expect(kept.map((name) => name.slice(0, 10))).toEqual(['2026-11-23', '2026-11-22', '2026-11-21', '2026-10-30']);
    const twice = [at('2026-11-23T09:00:00Z'), at('2026-11-23T03:00:00Z')];
    expect([...keptBackups(twice, { daily: 9, weekly: 9, monthly: 9 }, 'UTC')]).toEqual(twice.slice(0, 1));
    expect([...keptBackups(twice, { daily: 0, weekly: 0, monthly: 0 }, 'UTC')]).toEqual(twice.slice(0, 1));
  });

  test('leave with the files that no other one holds, and with what was left of broken ones', async () => {
    const { settings, db, storage } = world.services;
    const to = join(folder, 'kept');
    const place = createFolderPlace(to);
    const keepAll = { ...settings, backup: { ...settings.backup, keep: { daily: 1, weekly: 1, monthly: 1 } } };
    const first = await runBackup(keepAll, to);
    await mkdir(join(to, 'backups', 'broken'));
    await writeFile(join(to, 'backups', 'broken', 'manifest'), 'cut off');
    const [gone] = await db.select().from(media).limit(1);
    if (!gone) throw new Error('the demo school has media');
    await connected(
      (client) => client.query('update media set storage_key = $1 where id = $2', ['moved-elsewhere', gone.id]),
      world.databaseUrl,
    );
    await storage.put('moved-elsewhere', await storage.open(gone.storageKey));
    const second = await runBackup(keepAll, to);
    expect(second).toMatchObject({ copied: 1, cleanUp: { removed: 1, problems: [] } });
    expect(await findBackups(place)).toEqual([second.manifest.name]);
    expect(await readdir(join(to, 'backups'), { recursive: true })).not.toContain('broken/manifest');
    const files = (await readdir(join(to, 'files'), { recursive: true })).filter(
      (name) => name.split('/').length === 3,
    );
    expect(files).toHaveLength(first.manifest.files.count);
    expect(files.join()).not.toContain(gone.storageKey);
    expect(await removeOldBackups(place, { daily: 1, weekly: 0, monthly: 0 }, 'UTC')).toMatchObject({ removed: 0 });
  });
});
