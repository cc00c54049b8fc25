import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { count, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiApp } from '#api/app/api-app.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, media, mediaRequests } from '#api/ground/db/schema.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { sizedPictureKeys } from '#api/ground/media/sized-pictures.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { uploadPageImage } from '#schema/rest/media.ts';
import { aClass, aProfile, makePlace } from '#tests/api/samples/place.ts';
import { addStaff, send, tokenOf } from '#tests/api/school.ts';
import { bomb, picture } from '#tests/support/media-samples.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { ownWorld } from '#tests/support/world.ts';

const megabyte = 1024 * 1024;

const world = ownWorld({ gateway: false });
let token: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

describe('image bombs', () => {
  test.each([
    ['of 225 million pixels', 15_000, 20, 400],
    ['of as many pixels as are allowed', 4_999, 20, 201],
  ])('%s, 20 at once, take less than 300 MB', async (_name, side, senders, status) => {
    const content = await bomb(side);
    expect(content.length).toBeLessThan(2 * megabyte);
    const files = { file: { content, fileName: 'page.png' } };
    const before = process.memoryUsage().rss;
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
    const answers = await Promise.all(
      Array.from({ length: senders }, () => send(world, uploadPageImage, { token, files })),
    );
    clearInterval(watch);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    expect((highest - before) / megabyte).toBeLessThan(300);
  });
});

describe('a full disk', () => {
  // The system's own full disk: every write to it fails as on one without room.
  const full: Pick<Storage, 'put'> = {
    async put(_key, content) {
      await pipeline(content, createWriteStream('/dev/full'));
      return { size: 0 };
    },
  };

  test('answers 507 and keeps nothing, stays healthy, and takes uploads again when there is room', async () => {
    const { services } = world;
    let storage: Storage = { ...services.storage, ...full };
    const app = createApiApp(
      {
        ...services,
        get storage() {
          return storage;
        },
      },
      { ready: true },
    );
    const place = await makePlace(world);
    const { id: classId } = await aClass(place);
    const child = await aProfile(place, classId);
    const content = await picture('png');
    const uploads = () => [
      supertest(app)
        .post('/api/Content/upload-page-image')
        .auth(token, { type: 'bearer' })
        .attach('file', content, 'a.png'),
      supertest(app)
        .post('/api/Community/upload-image')
        .auth(child.token, { type: 'bearer' })
        .field({ StudentId: child.id, ClassId: classId, LessionId: place.lesson.id })
        .attach('Image', content, 'a.png'),
    ];
    for (const sent of uploads()) {
      const { status, body } = (await sent) as { status: number; body: unknown };
      expect({ status, body }).toMatchObject({ status: 507, body: { messageKey: 'messages.storageFull' } });
    }
    await supertest(app).get('/healthz').expect(200);
    const requests = await services.db.select().from(mediaRequests).where(eq(mediaRequests.profileId, child.id));
    expect(requests).toEqual([]);
    storage = services.storage;
    const [page, work] = uploads();
    await page?.expect(201);
    await work?.expect(202);
  });
});

describe('the sweep', () => {
  const later = () => new Date(Date.now() + 60_000);
  const put = (key: string) => world.services.storage.put(key, Readable.from([Buffer.from('x')]));

  const inPlace = async (storage: Storage, wanted: string) => {
    for await (const { key } of storage.list()) if (key === wanted) return true;
    return false;
  };

  test('takes away a file whose process died before its row, and media whose post is gone, and nothing else', async () => {
    const { services } = world;
    const { db, storage } = services;
    await services.db.delete(mediaRequests).where(eq(mediaRequests.state, 'pending'));
    const kept = await db.select({ key: media.storageKey, id: media.id, purpose: media.purpose }).from(media);
    const orphan = newId();
    const left = await makeMedia(db, { purpose: 'community', kind: 'image' });
    for (const key of [orphan, left.storageKey, ...sizedPictureKeys(left.storageKey), `${orphan}.source`])
      await put(key);

    await sweepStore(services, { before: new Date(Date.now() - 3_600_000), confirmed: true });
    expect(await storage.size(orphan)).toBe(1);

    await sweepStore(services, { before: later(), confirmed: true });
    for (const key of [orphan, left.storageKey, ...sizedPictureKeys(left.storageKey), `${orphan}.source`])
      expect(await inPlace(storage, key), key).toBe(false);
    expect(await db.select().from(media).where(eq(media.id, left.id))).toEqual([]);
    for (const { key, purpose } of kept) if (purpose === 'teaching') expect(await storage.size(key), key).toBeDefined();
    const [posts] = await db.select({ shown: count(communityPosts.mediaId) }).from(communityPosts);
    expect(posts?.shown).toBeGreaterThan(5);
  });
});
