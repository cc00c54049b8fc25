import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { createDatabase } from '#api/ground/db/client.ts';
import { maintenanceRuns, nightlyRuns } from '#api/ground/db/schema.ts';
import { checkConnections } from '#api/app/system/checks/connections.ts';
import { checkServer, checkTimeZone, versionFinding } from '#api/app/system/checks/database.ts';
import { checkMail } from '#api/app/system/checks/mail.ts';
import { checkMigrations } from '#api/app/system/checks/migrations.ts';
import { checkStorage } from '#api/app/system/checks/storage.ts';
import { checkTables } from '#api/app/system/checks/tables.ts';
import { checkBackup, checkNight, checkQueue, checkRestore, checkSweep } from '#api/app/system/checks/upkeep.ts';
import { createFolderStorage } from '#api/ground/storage/folder-storage.ts';
import { openStorage } from '#api/ground/storage/open-storage.ts';
import { type SystemCheck, systemChecks, systemFindings } from '#schema/rest/system.ts';
import { freePort } from '#tests/support/ports.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';
import { addStaff, send, tokenOf } from './school.ts';

const world = keptWorld();
const databases = new ScratchDatabases();

afterAll(async () => {
  await databases.drop();
});

const findings = (checks: readonly SystemCheck[]): Record<string, string> =>
  Object.fromEntries(checks.map(({ check, finding }) => [check, finding]));

/** The services with an additional maintenance run, which is removed with the test. */
async function withRun(
  kind: (typeof maintenanceRuns.$inferInsert)['kind'],
  outcome: 'done' | 'held' | 'failed',
  daysAgo = 0,
) {
  const startedAt = new Date(Date.now() - daysAgo * 86_400_000);
  const row = { id: newId(), kind, outcome, startedAt, finishedAt: startedAt };
  await world.services.db.insert(maintenanceRuns).values(row);
  onTestFinished(async () => void (await world.services.db.delete(maintenanceRuns)));
}

describe('the words', () => {
  test.each(['en', 'jp'])('say in %s what every check can find, and what to do about it', async (language) => {
    const words = JSON.parse(await readFile(`locales/${language}/system.json`, 'utf8')) as Record<string, string>;
    const wanted = Object.entries(systemFindings).flatMap(([check, states]) => [
      `${check}Title`,
      ...Object.entries<string>(states).flatMap(([finding, state]) => {
        const name = `${check}${finding.charAt(0).toUpperCase()}${finding.slice(1)}`;
        return state === 'right' ? [name] : [name, `${name}Advice`];
      }),
    ]);
    expect(wanted.filter((name) => !words[name])).toEqual([]);
  });
});

describe('GET System/checks', () => {
  test('gives an administrator every check of the running service, and no secret', async () => {
    const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    const answer = await send(world, systemChecks, { token }).expect(200);
    const { checks } = systemChecks.response.parse(answer.body);
    expect(findings(checks)).toMatchObject({
      settings: 'ok',
      database: 'ok',
      encoding: 'ok',
      extensions: 'ok',
      connections: 'ok',
      migrations: 'ok',
      timeZone: 'ok',
      schoolWall: 'ok',
      tables: 'ok',
      clock: 'ok',
      storage: 'ok',
      store: 'ok',
      mail: 'outboxOnly',
      website: 'local',
      proxy: 'direct',
      uploads: 'ok',
      night: 'young',
      backup: 'none',
      restoreCheck: 'none',
    });
    expect(answer.text).not.toContain(new URL(world.databaseUrl).password);
  });
});

describe('the database', () => {
  test('is told when its version ends, a year before', () => {
    expect(versionFinding(180_004, Date.parse('2026-11-23')).finding).toBe('ok');
    expect(versionFinding(160_002, Date.parse('2028-01-01'))).toMatchObject({ finding: 'endsSoon', state: 'warning' });
    expect(versionFinding(160_002, Date.parse('2028-12-01'))).toMatchObject({ finding: 'ended', state: 'wrong' });
    expect(versionFinding(130_002, Date.parse('2028-12-01')).finding).toBe('tooOld');
  });

  test('of another encoding, without the extension or without tables is found out, and left as it is', async () => {
    const name = `scratch_ascii_${newId().replaceAll('-', '')}`;
    await connected((client) =>
      client.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`),
    );
    const url = new URL(world.databaseUrl);
    url.pathname = name;
    const { db, close } = createDatabase(url.href, { max: 1 });
    try {
      expect(findings(await checkServer(db))).toMatchObject({ encoding: 'other', extensions: 'missing' });
      expect((await checkMigrations(db, resolve('.'))).finding).toBe('older');
      const { rows } = await db.execute(
        "select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
      );
      expect(rows).toHaveLength(0);
    } finally {
      await close();
      await connected((client) => client.query(`drop database ${name} with (force)`));
    }
  });

  test('with fewer connections than the pools need, a zone it does not know or a broken index is found out', async () => {
    const { db, pool } = world.services;
    expect(await checkConnections(db, { ...world.services.settings, databasePool: 5_000 })).toMatchObject({
      finding: 'tooFew',
      state: 'wrong',
    });
    expect((await checkTimeZone(db, 'Asia/Nowhere')).finding).toBe('unknown');
    await pool.query('create table doctor_twins (value int); insert into doctor_twins values (1), (1)');
    try {
      await pool.query('create unique index concurrently doctor_broken on doctor_twins (value)').catch(() => {});
      expect(await checkTables(db)).toMatchObject({
        finding: 'brokenIndex',
        values: [{ name: 'name', value: 'doctor_broken' }],
      });
    } finally {
      await pool.query('drop table doctor_twins');
    }
  });
});

describe('upkeep', () => {
  test('a queue that nobody works on is a problem after half an hour, and a failed job a warning', async () => {
    const { db, pool } = world.services;
    await pool.query("select graphile_worker.add_job('nobody-knows-this', max_attempts => 1)");
    const change = (set: string) =>
      pool.query(
        `update graphile_worker._private_jobs set ${set} where task_id =
          (select id from graphile_worker._private_tasks where identifier = 'nobody-knows-this')`,
      );
    await change("run_at = now() - interval '31 minutes'");
    expect(await checkQueue(db)).toMatchObject({ finding: 'stuck', state: 'wrong' });
    await change("run_at = now() - interval '6 minutes'");
    expect((await checkQueue(db)).finding).toBe('slow');
    await change('attempts = max_attempts');
    expect(await checkQueue(db)).toMatchObject({ finding: 'failed', state: 'warning' });
    await pool.query(
      "select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'nobody-knows-this'))",
    );
    expect((await checkQueue(db)).finding).toBe('ok');
  });

  test('a night that has not come for days is told, as are a held sweep, an old backup and an old proof of it', async () => {
    const { db } = world.services;
    const night = (hours: number) =>
      db.insert(nightlyRuns).values({
        id: newId(),
        startedAt: new Date(Date.now() - hours * 3_600_000),
        finishedAt: new Date(Date.now() - hours * 3_600_000),
        removed: {},
      });
    await night(100);
    expect((await checkNight(db)).finding).toBe('missing');
    await night(30);
    expect((await checkNight(db)).finding).toBe('late');
    await night(3);
    expect((await checkNight(db)).finding).toBe('ok');

    await withRun('sweep', 'held');
    expect(await checkSweep(db)).toMatchObject({ finding: 'held', state: 'wrong' });
    await withRun('backup', 'done', 3);
    expect(await checkBackup(db)).toMatchObject({ finding: 'late', state: 'wrong' });
    await withRun('backup', 'done');
    expect((await checkBackup(db)).finding).toBe('ok');
    await db.update(maintenanceRuns).set({ details: { problems: 'The backup of May cannot be read' } });
    expect(await checkBackup(db)).toMatchObject({ finding: 'uncleaned', state: 'warning' });
    await withRun('backup', 'failed');
    expect((await checkBackup(db)).finding).toBe('failed');
    await withRun('restore_check', 'done', 200);
    expect(await checkRestore(db)).toMatchObject({ finding: 'late', state: 'warning' });
    await withRun('restore_check', 'done', 2);
    expect((await checkRestore(db)).finding).toBe('ok');
  });
});

describe('storage and mail', () => {
  test('a folder that cannot be written is a problem, and a good one is left as it was', async () => {
    const { settings, storage } = world.services;
    const before = await readdir(settings.dataDir, { recursive: true });
    expect((await checkStorage(storage, settings)).finding).toBe('ok');
    const files = (names: readonly string[]) => names.filter((name) => name.includes('probe-'));
    expect(files(await readdir(settings.dataDir, { recursive: true }))).toEqual(files(before));

    const folder = await mkdtemp(join(tmpdir(), 'manabook-doctor-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'media'), '');
    const broken = createFolderStorage(join(folder, 'media'));
    expect(await checkStorage(broken, settings)).toMatchObject({ finding: 'failed', state: 'wrong' });
  });

  test('a bucket is written and read too, and one that does not answer is a problem', async () => {
    const server = await startS3Server();
    onTestFinished(() => server.close());
    const settings = { ...world.services.settings, s3: server.settings };
    const bucket = await openStorage(settings, newId());
    expect(await checkStorage(bucket, settings)).toMatchObject({ finding: 'ok' });
    expect(await readdir(join(settings.dataDir, 'media'))).not.toContainEqual(expect.stringContaining('probe-'));
    await server.stop();
    expect(await checkStorage(bucket, settings)).toMatchObject({ finding: 'failed', state: 'wrong' });
  });

  test('a mail server that does not answer is told without its password', async () => {
    const checks = await checkMail({ smtpUrl: `smtp://school:hush-hush@127.0.0.1:${await freePort()}` });
    expect(checks).toMatchObject([{ finding: 'failed', state: 'wrong' }]);
    expect(JSON.stringify(checks)).not.toContain('hush');
  });
});
