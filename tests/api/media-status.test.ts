import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uploadCommunityImage } from '#schema/rest/uploads.ts';
import { answerOf } from '#tests/support/answers.ts';
import { film, photo } from '#tests/support/media-samples.ts';
import { createWorks, type Works } from './child-works.ts';
import { type RestingWorld, startRestingWorld } from './resting-world.ts';
import { makePlace } from './samples/place.ts';

let world: RestingWorld;
let works: Works;
let holder: Client;

beforeAll(async () => {
  world = await startRestingWorld();
  works = createWorks(world, await makePlace(world));
  holder = new Client({ connectionString: world.databaseUrl });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await world.close();
});

test('media-status tells that an upload waits, is worked on, and is ready or rejected', async () => {
  const [painter, filmer] = [await works.aChild(), await works.aChild()];
  const picture = await answerOf(uploadCommunityImage, works.sendImage(painter, await photo()));
  const video = await answerOf(uploadCommunityImage, works.sendVideo(filmer, await film({ seconds: 121 })));
  const both = () => Promise.all([works.statusOf(painter, picture.requestId), works.statusOf(filmer, video.requestId)]);
  const become = (...expected: object[]) =>
    vi.waitFor(async () => expect(await both()).toMatchObject(expected), { timeout: 60_000, interval: 50 });

  // No worker runs.
  const waiting = { state: 'pending', messageKey: null, postId: expect.any(String) as string };
  expect(await both()).toMatchObject([waiting, waiting]);

  // The lock stops workers from storing the picture's row and from deleting the rejected video's post.
  await holder.query('begin; lock table media, community_posts in share mode');
  world.startWork();
  const worked = { ...waiting, state: 'processing' };
  await become(worked, worked);
  const held = `select count(distinct pid)::int as count from pg_locks
    where not granted and relation in ('media'::regclass, 'community_posts'::regclass)`;
  // Both jobs wait for the lock; their other work is done.
  await vi.waitFor(async () => expect((await holder.query<{ count: number }>(held)).rows).toEqual([{ count: 2 }]), {
    timeout: 60_000,
    interval: 50,
  });
  expect(await both()).toMatchObject([worked, worked]);

  await holder.query('commit');
  await become(
    { state: 'ready', messageKey: null, postId: expect.any(String) as string },
    { state: 'rejected', messageKey: 'messages.videoTooLong', postId: null },
  );
});
