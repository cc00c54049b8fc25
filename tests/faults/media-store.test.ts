import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { installation, media, textbooks } from '#api/ground/db/schema.ts';
import { crontab } from '#api/app/jobs/schedule.ts';
import { lastMaintenanceRun } from '#api/ground/db/maintenance-runs.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { createFolderStorage } from '#api/ground/storage/folder-storage.ts';
import {
  allOld,
  keysIn,
  nightOf,
  useInstallations,
  put,
  putMany,
  removeAllThatGoes,
} from '#tests/support/media-stores.ts';
import { makeMedia, makeTextBook } from '#tests/support/teaching.ts';

const { newFolder, startOn } = useInstallations();

describe('a folder', () => {
  test('with 40 files loses none to an empty database, which says why', async () => {
    const dataDir = await newFolder();
    const keys = await putMany(createFolderStorage(join(dataDir, 'media')), 40);
    const services = await startOn('empty', { dataDir });
    expect(await services.store.current()).toMatchObject({ state: 'apart', reason: 'unknown-files' });
    expect(await removeAllThatGoes(services, keys[0] ?? '')).toMatchObject({ outcome: 'held', reason: 'apart' });
    expect(await keysIn(services.storage)).toEqual(keys.sort());
    expect(await lastMaintenanceRun(services.db, 'sweep')).toMatchObject({
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

  test('is released only when it is empty, and the next database that looks owns it', async () => {
    const dataDir = await newFolder();
    const own = await startOn('empty', { dataDir });
    const [key = ''] = await putMany(own.storage, 1);
    await expect(own.store.release()).rejects.toThrow(`The media store keeps its installation id: it holds ${key}.`);
    await own.storage.remove(key);
    await own.store.release();
    // As after a crash of the command that released it.
    expect(await own.store.current()).toEqual({ state: 'together' });
    await own.store.release();
    const other = await startOn('empty', { dataDir });
    expect(await other.store.current()).toEqual({ state: 'together' });
    expect(await own.store.check()).toMatchObject({ state: 'apart', reason: 'other-installation' });
    await expect(own.store.release()).rejects.toThrow('belongs to another installation');
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
    expect(await lastMaintenanceRun(db, 'sweep')).toMatchObject({
      outcome: 'held',
      details: { files: 60, orphans: 30 },
    });
    expect(await keysIn(storage)).toHaveLength(60);
    expect(await sweepStore(services, { before, confirmed: true })).toMatchObject({ outcome: 'done', setAside: 30 });
    // The newer dump is found after all.
    await db.insert(media).values(young);
    for (const { storageKey } of young) expect(await text(await storage.open(storageKey))).toBe(`of ${storageKey}`);
    expect(await sweepStore(services, { before })).toMatchObject({ broughtBack: 30, setAside: 0 });
    expect(await keysIn(storage)).toHaveLength(60);
  });
});
