import { eq, sql } from 'drizzle-orm';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareUpload } from '#api/domains/uploads/prepare.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, mediaRequests } from '#api/ground/db/schema.ts';
import { makePast } from '#tests/api/nightly-past.ts';
import { aClass, aProfile, makePlace } from '#tests/api/samples/place.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { ownWorld, type World } from '#tests/support/world.ts';

/** A store that speaks S3 and refuses everything. */
const refusal = { status: 503, code: 'SlowDown' };
const store = createServer((request, response) => {
  request.resume();
  response.writeHead(refusal.status, { 'content-type': 'application/xml' });
  response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${refusal.code}</Code></Error>`);
});
beforeAll(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  store.closeAllConnections();
  store.close();
});

const refused = ownWorld(() => ({
  gateway: false,
  api: {
    s3: {
      bucket: 'manabook-test',
      endpoint: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      forcePathStyle: true,
    },
  },
}));
const kept = keptApi();

/** An accepted work whose file the store does not give. */
async function anUpload(world: World): Promise<string> {
  const place = await makePlace(world);
  const { id: classId } = await aClass(place);
  const { id: profileId } = await aProfile(place, classId);
  const post = await makePast(world).aPost({ classId, profileId });
  const id = newId();
  await world.services.db
    .insert(mediaRequests)
    .values({ id, profileId, postId: post.id, sourceKey: `${id}.source`, fileName: 'cat.png' });
  return id;
}

const prepareLast = (world: World, requestId: string) =>
  prepareUpload(
    world.services,
    { requestId },
    { attempt: 10, lastAttempt: true, signal: new AbortController().signal },
  );

async function stateOf({ services: { db } }: World, requestId: string) {
  const [request] = await db.select().from(mediaRequests).where(eq(mediaRequests.id, requestId));
  const { rows: jobs } = await db.execute(sql`
    select from graphile_worker._private_jobs where payload ->> 'requestId' = ${requestId} and run_at > now()`);
  const posts = request?.postId ? await db.$count(communityPosts, eq(communityPosts.id, request.postId)) : 0;
  return { state: request?.state, posts, jobs: jobs.length };
}

const waits = { state: 'processing', posts: 1, jobs: 1 };
const isRejected = { state: 'rejected', posts: 0, jobs: 0 };

describe('an accepted work waits, also at the last attempt,', () => {
  test.each([
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [403, 'AccessDenied'],
  ])('while the store answers %i %s, and readers are told to come back', async (status, code) => {
    Object.assign(refusal, { status, code });
    const requestId = await anUpload(refused);
    await prepareLast(refused, requestId);
    expect(await stateOf(refused, requestId)).toEqual(waits);

    const { services } = refused;
    const file = await makeMedia(services.db, { purpose: 'teaching' });
    const { url } = services.links.media(file.id, file.fileName);
    await supertest(refused.apiUrl).get(`/api${url}`).expect(503);
  });

  test('while the store is another one, as when a disk is not mounted', async () => {
    const requestId = await anUpload(kept);
    const { storage, store: check } = kept.services;
    await storage.writeMark({ installation: newId() });
    await prepareLast(kept, requestId);
    expect(await stateOf(kept, requestId)).toEqual(waits);
    await check.claim();
    await kept.services.db.execute(sql`
      delete from graphile_worker._private_jobs where payload ->> 'requestId' = ${requestId}`);
    await expect(prepareLast(kept, requestId)).rejects.toThrow();
    expect(await stateOf(kept, requestId)).toEqual(isRejected);
  });
});
