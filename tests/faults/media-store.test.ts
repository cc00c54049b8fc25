import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/db/ids.ts';
import { installation, media, textbooks } from '#api/db/schema.ts';
import { crontab, daily } from '#api/jobs/schedule.ts';
import { tasks } from '#api/jobs/tasks.ts';
import { createLog } from '#api/log.ts';
import { lastMaintenance } from '#api/maintenance/runs.ts';
import { removeFiles } from '#api/media/remove.ts';
import { sweepStore } from '#api/media/sweep.ts';
import { cleanUp } from '#api/nightly/task.ts';
import { prepareDatabase } from '#api/prepare-database.ts';
import type { Services } from '#api/services.ts';
import type { Settings } from '#api/settings.ts';
import { startApi } from '#api/start.ts';
import { createFolderStorage } from '#api/storage/folder-storage.ts';
import { openBucket } from '#api/storage/s3-bucket.ts';
import type { Storage } from '#api/storage/storage.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { makeMedia, makeTextBook } from '#tests/support/teaching.ts';
import { administer, databaseName, databaseUrl } from '#tests/support/template.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const template = process.env.TEST_TEMPLATE ?? '';
const allOld = () => ({ before: new Date(Date.now() + 60_000), confirmed: true });

// Migrated once; each installation is a copy with an id of its own.
const empty = databaseName('empty');
beforeAll(async () => {
  await administer(adminUrl, `create database ${empty}`);
  const settings = apiSettings({ databaseUrl: databaseUrl(adminUrl, empty), dataDir: tmpdir() });
  await prepareDatabase(settings, createLog('silent'));
});
afterAll(() => administer(adminUrl, `drop database if exists ${empty} with (force)`));

let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-store-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An API on a database of its own: an empty one, or a copy of the demo school's. */
async function startOn(from: 'empty' | 'copy', over: Pick<Settings, 'dataDir'> & Partial<Settings>) {
  const name = databaseName('store');
  await administer(adminUrl, `create database ${name} template ${from === 'copy' ? template : empty}`);
  ends.push(() => administer(adminUrl, `drop database if exists ${name} with (force)`));
  const newInstallation = 'update installation set id = gen_random_uuid()';
  if (from === 'empty') await administer(databaseUrl(adminUrl, name), newInstallation);
  const api = await startApi(apiSettings({ databaseUrl: databaseUrl(adminUrl, name), databasePool: 5, ...over }));
  ends.push(() => api.close());
  return api.services;
}

const put = (storage: Pick<Storage, 'put'>, key: string) => storage.put(key, Readable.from([Buffer.from(`of ${key}`)]));

async function putMany(storage: Storage, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newId());
  for (const key of keys) await put(storage, key);
  return keys;
}

async function keysIn(storage: Storage, where: 'place' | 'quarantine' = 'place'): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of where === 'place' ? storage.list() : storage.listSetAside()) keys.push(key);
  return keys.sort();
}

async function nightOf(services: Services): Promise<void> {
  const signal = new AbortController().signal;
  for (const { task } of daily) await tasks[task](services)({}, { attempt: 1, lastAttempt: true, signal });
}

/** Everything that removes, as the night does it and as a request does. */
async function removeAllThatGoes(services: Services, key: string) {
  const result = await sweepStore(services, { ...allOld(), asideBefore: new Date(Date.now() + 60_000) });
  await nightOf(services);
  await cleanUp({ services, signal: new AbortController().signal });
  await removeFiles(services.storage, key);
  return result;
}

describe('a folder', () => {
  test('with 40 files loses none to an empty database, which says why', async () => {
    const dataDir = await newFolder();
    const keys = await putMany(createFolderStorage(join(dataDir, 'media')), 40);
    const services = await startOn('empty', { dataDir });
    expect(await services.store.current()).toMatchObject({ state: 'apart', reason: 'unknown-files' });
    expect(await removeAllThatGoes(services, keys[0] ?? '')).toMatchObject({ outcome: 'held', reason: 'apart' });
    expect(await keysIn(services.storage)).toEqual(keys.sort());
    expect(await lastMaintenance(services.db, 'sweep')).toMatchObject({
      outcome: 'held',
      details: { reason: 'apart' },
    });
  });

  test('is marked on its first start, and loses nothing to a mistyped database', async () => {
    const dataDir = await newFolder();
    const own = await startOn('empty', { dataDir });
    expect(await own.store.current()).toEqual({ state: 'together' });
    const [row] = await own.db.select().from(installation);
    expect(row?.storeMarkedAt).not.toBeNull();
    const keys = await putMany(own.storage, 25);
    const other = await startOn('empty', { dataDir });
    expect(await other.store.current()).toMatchObject({ state: 'apart', reason: 'other-installation' });
    // The night begins none of its work: what has been in the trash for long stays there as well.
    const book = await makeTextBook(other.db, { deletedAt: new Date(0) });
    await nightOf(other);
    expect(await other.db.$count(textbooks, eq(textbooks.id, book.id))).toBe(1);
    await removeAllThatGoes(other, keys[0] ?? '');
    expect(await keysIn(own.storage)).toEqual(keys.sort());
    // What it can do without harm goes on.
    const made = newId();
    await put(other.storage, made);
    expect(await text(await other.storage.open(keys[0] ?? ''))).toBe(`of ${keys[0]}`);
    await other.storage.remove(made);
    expect(await keysIn(own.storage)).toEqual(keys.sort());
  });

  test('loses nothing to a copy of its database until the operator says that the copy owns it', async () => {
    const dataDir = await newFolder();
    const own = await startOn('copy', { dataDir });
    const keys = await putMany(own.storage, 3);
    const copy = await startOn('copy', { dataDir });
    expect(await copy.store.current()).toMatchObject({ state: 'apart', reason: 'other-database' });
    await removeAllThatGoes(copy, keys[0] ?? '');
    expect(await keysIn(own.storage)).toEqual(keys.sort());
    await copy.store.claim();
    expect(await copy.store.current()).toEqual({ state: 'together' });
    expect(await own.store.check()).toMatchObject({ state: 'apart', reason: 'other-database' });
  });

  test('whose mark is gone, as when a disk is not mounted, is another one', async () => {
    const dataDir = await newFolder();
    const services = await startOn('empty', { dataDir });
    await rm(join(dataDir, 'media'), { recursive: true });
    expect(await services.store.check()).toMatchObject({ state: 'apart', reason: 'lost-mark' });
    const [key = ''] = await putMany(services.storage, 1);
    expect(await sweepStore(services, allOld())).toMatchObject({ outcome: 'held', reason: 'apart' });
    expect(await keysIn(services.storage)).toEqual([key]);
  });

  test('of an installation from before the mark is taken for its own when the database knows its files', async () => {
    const dataDir = await newFolder();
    const services = await startOn('copy', { dataDir });
    const own = await makeMedia(services.db);
    await put(services.storage, own.storageKey);
    await services.db.update(installation).set({ storeMarkedAt: null });
    await rm(join(dataDir, 'media', 'installation.json'));
    expect(await services.store.check()).toEqual({ state: 'together' });
  });
});

describe('the sweep', () => {
  test('is no job of the start, nor made up for when a server was off at the hour', async () => {
    const services = await startOn('empty', { dataDir: await newFolder() });
    const { rows } = await services.db.execute(
      sql`select from graphile_worker.jobs where task_identifier = 'sweepMedia'`,
    );
    expect(rows).toEqual([]);
    const item = crontab('Asia/Tokyo').find(({ task }) => task === 'sweepMedia');
    expect(item?.options.backfillPeriod).toBe(0);
  });

  test('sets a few files without a row aside, serves them from there, and removes them after 30 days', async () => {
    const services = await startOn('empty', { dataDir: await newFolder() });
    const { db, storage } = services;
    const keys = await putMany(storage, 20);
    expect(await sweepStore(services)).toMatchObject({ outcome: 'done', setAside: 0 });
    expect(await sweepStore(services, { before: new Date(Date.now() + 60_000) })).toMatchObject({ setAside: 20 });
    expect([await keysIn(storage), await keysIn(storage, 'quarantine')]).toEqual([[], keys.sort()]);
    expect(await text(await storage.open(keys[0] ?? ''))).toBe(`of ${keys[0]}`);
    expect(await storage.size(keys[0] ?? '')).toBe(39);
    // Thirty days are not over.
    expect(await sweepStore(services)).toMatchObject({ removed: 0 });
    const kept = await makeMedia(db, { storageKey: keys[0] });
    const over = { asideBefore: new Date(Date.now() + 60_000) };
    expect(await sweepStore(services, over)).toMatchObject({ broughtBack: 1, removed: 19 });
    expect([await keysIn(storage), await keysIn(storage, 'quarantine')]).toEqual([[kept.storageKey], []]);
    await storage.remove(kept.storageKey);
  });

  test('stops before it takes much, as after the restore of an older dump, of which no file is lost', async () => {
    const services = await startOn('empty', { dataDir: await newFolder() });
    const { db, storage } = services;
    const keys = await putMany(storage, 60);
    const rows = await Promise.all(keys.map((storageKey) => makeMedia(db, { storageKey })));
    const before = new Date(Date.now() + 60_000);
    // The dump is older than 30 of the files.
    const young = rows.slice(30);
    await db.delete(media).where(
      inArray(
        media.id,
        young.map(({ id }) => id),
      ),
    );
    expect(await sweepStore(services, { before })).toEqual({
      outcome: 'held',
      reason: 'too-many',
      files: 60,
      orphans: 30,
    });
    expect(await lastMaintenance(db, 'sweep')).toMatchObject({ outcome: 'held', details: { files: 60, orphans: 30 } });
    expect(await keysIn(storage)).toHaveLength(60);
    expect(await sweepStore(services, { before, confirmed: true })).toMatchObject({ outcome: 'done', setAside: 30 });
    // The newer dump is found after all.
    await db.insert(media).values(young);
    for (const { storageKey } of young) expect(await text(await storage.open(storageKey))).toBe(`of ${storageKey}`);
    expect(await sweepStore(services, { before })).toMatchObject({ broughtBack: 30, setAside: 0 });
    expect(await keysIn(storage)).toHaveLength(60);
  });
});

describe('a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.close());

  test('keeps each installation behind its own prefix, and nothing of one is seen by another', async () => {
    const bucket = await openBucket(server.settings);
    const [bare, foreign] = [newId(), `backups/${newId()}`];
    for (const name of [bare, foreign]) await bucket.put(name, Readable.from(['of others']));
    const [one, two] = [
      await startOn('empty', { dataDir: await newFolder(), s3: server.settings }),
      await startOn('empty', { dataDir: await newFolder(), s3: server.settings }),
    ];
    for (const { store } of [one, two]) expect(await store.current()).toEqual({ state: 'together' });
    const [id] = await one.db.select({ id: installation.id }).from(installation);
    const [key = ''] = await putMany(one.storage, 1);
    expect(await bucket.size(`${id?.id}/${key}`)).toBe(39);
    await removeAllThatGoes(two, key);
    await removeFiles(two.storage, bare);
    expect(await keysIn(one.storage)).toEqual([key]);
    for (const name of [bare, foreign]) expect(await bucket.size(name)).toBe(9);
    // Its own orphan goes by way of the quarantine.
    expect(await sweepStore(one, allOld())).toMatchObject({ setAside: 1 });
    expect([await keysIn(one.storage), await keysIn(one.storage, 'quarantine')]).toEqual([[], [key]]);
    expect(await text(await one.storage.open(key))).toBe(`of ${key}`);
    await one.storage.bringBack(key);
    expect([await keysIn(one.storage), await keysIn(one.storage, 'quarantine')]).toEqual([[key], []]);
    for (const name of [bare, foreign]) expect(await bucket.size(name)).toBe(9);
  });

  test('loses nothing to a staging copy of the database', async () => {
    const own = await startOn('copy', { dataDir: await newFolder(), s3: server.settings });
    const [key = ''] = await putMany(own.storage, 1);
    const staging = await startOn('copy', { dataDir: await newFolder(), s3: server.settings });
    expect(await staging.store.current()).toMatchObject({ state: 'apart', reason: 'other-database' });
    await removeAllThatGoes(staging, key);
    expect(await keysIn(own.storage)).toEqual([key]);
  });

  test('from before the prefix goes on: files under bare keys that a row knows are read and removed', async () => {
    const bucket = await openBucket(server.settings);
    const services = await startOn('empty', { dataDir: await newFolder(), s3: server.settings });
    const { db, storage, store } = services;
    const [kept, gone] = [await makeMedia(db), await makeMedia(db)];
    for (const { storageKey } of [kept, gone]) await put(bucket, storageKey);
    // As the start finds it that is the first with prefixes.
    const [id] = await db.select({ id: installation.id }).from(installation);
    await bucket.remove(`${id?.id}/installation.json`);
    await db.update(installation).set({ storeMarkedAt: null });
    expect(await store.check()).toEqual({ state: 'together' });
    expect(await text(await storage.open(kept.storageKey))).toBe(`of ${kept.storageKey}`);
    expect(await storage.size(kept.storageKey)).toBe(39);
    await db.delete(media).where(eq(media.id, gone.id));
    await removeFiles(storage, gone.storageKey);
    expect([await bucket.size(kept.storageKey), await bucket.size(gone.storageKey)]).toEqual([39, undefined]);
    expect(await sweepStore(services, allOld())).toMatchObject({ outcome: 'done', setAside: 0 });
    expect(await bucket.size(kept.storageKey)).toBe(39);
  });
});
