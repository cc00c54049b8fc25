import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { and, eq, inArray } from 'drizzle-orm';
import { communityPosts, media, mediaRequests } from '#api/ground/db/schema.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { aClass, aProfile, makePlace, type Place } from '#tests/api/samples/place.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/api-process.ts';
import { film } from '#tests/support/media-samples.ts';
import { ownWorld } from '#tests/support/world.ts';

const uploads = 6;

const world = ownWorld({ gateway: false });
let place: Place;
let victim: ApiProcess;

beforeAll(async () => {
  place = await makePlace(world);
  victim = await startApiProcess({
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.services.settings.dataDir,
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  victim.child.kill('SIGKILL');
});

test('films whose process was killed half-way are prepared by another, and nothing is left of the first try', async () => {
  const { services } = world;
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  const content = new Blob([Uint8Array.from(await film({ seconds: 90, withSound: true }))]);
  const upload = async () => {
    const body = new FormData();
    const fields = { StudentId: child.id, ClassId: classId, LessionId: place.lesson.id };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('Video', content, 'cat.mp4');
    const headers = { authorization: `Bearer ${child.token}` };
    return (await fetch(`${victim.url}/api/Community/upload-video`, { method: 'POST', headers, body })).status;
  };
  expect(await Promise.all(Array.from({ length: uploads }, upload))).toEqual(
    Array.from({ length: uploads }, () => 202),
  );
  const own = eq(mediaRequests.profileId, child.id);
  const inState = async (...states: ('processing' | 'pending' | 'ready')[]) =>
    (
      await services.db
        .select()
        .from(mediaRequests)
        .where(and(own, inArray(mediaRequests.state, states)))
    ).length;
  await vi.waitFor(async () => expect(await inState('processing')).toBeGreaterThan(1), {
    timeout: 60_000,
    interval: 10,
  });
  victim.child.kill('SIGKILL');

  await vi.waitFor(async () => expect(await inState('ready')).toBe(uploads), { timeout: 90_000, interval: 200 });
  const posts = await services.db.select().from(communityPosts).where(eq(communityPosts.profileId, child.id));
  expect(posts.filter(({ mediaId }) => mediaId !== null)).toHaveLength(uploads);
  const rows = await services.db.select().from(media).where(eq(media.profileId, child.id));
  expect(rows).toHaveLength(uploads);
  await sweepStore(services, { before: new Date(Date.now() + 60_000), confirmed: true });
  for (const { storageKey } of rows) expect(await services.storage.size(storageKey)).toBeGreaterThan(0);
  const left: string[] = [];
  for await (const { key } of services.storage.list()) if (key.includes('.source')) left.push(key);
  expect(left).toEqual([]);
});
