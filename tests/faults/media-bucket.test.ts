import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { installation, media } from '#api/ground/db/schema.ts';
import { removeFiles } from '#api/domains/media/write.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { openBucket } from '#api/ground/storage/s3-bucket.ts';
import { allOld, keysIn, useInstallations, put, putMany, removeAllThatGoes } from '#tests/support/media-stores.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { makeMedia } from '#tests/support/teaching.ts';

const { newFolder, startOn } = useInstallations();

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
