import supertest from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mediaStatus, uploadCommunityImage } from '#schema/rest/uploads.ts';
import { uploadPushAndListenAudio } from '#schema/rest/media.ts';
import { answerOf } from '#tests/support/answers.ts';
import { picture, sound } from '#tests/support/media-samples.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { ownWorld } from '#tests/support/world.ts';
import { aClass, aProfile, makePlace } from './samples/place.ts';
import { addStaff, send, tokenOf } from './school.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
const world = ownWorld(() => ({ gateway: false, api: { s3: server.settings } }));

test('media in an S3 store are served with ranges, and not at all when the store has lost them', async () => {
  const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const files = { file: { content: await sound('wav', 3), fileName: 'cat.wav' } };
  const { url, id } = await answerOf(uploadPushAndListenAudio, send(world, uploadPushAndListenAudio, { token, files }));
  const get = (range: string) => supertest(world.apiUrl).get(`/api${url}`).set('range', range).responseType('blob');
  const part = await get('bytes=0-3').expect(206);
  expect(String(part.body)).toBe('RIFF');
  expect(part.headers['content-range']).toMatch(/^bytes 0-3\/\d{6}$/);
  await get('bytes=99999999-').expect(416);
  expect(id).toMatch(/^[\da-f-]{36}$/);
});

test('a child’s picture goes through an S3 store and leaves nothing of what was sent', async () => {
  const place = await makePlace(world);
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  const sent = send(world, uploadCommunityImage, {
    token: child.token,
    fields: { StudentId: child.id, ClassId: classId, LessionId: place.lesson.id },
    files: { Image: { content: await picture('png'), fileName: 'cat.png' } },
  });
  const { requestId } = await answerOf(uploadCommunityImage, sent);
  const status = () =>
    answerOf(mediaStatus, send(world, mediaStatus, { token: child.token, query: { RequestId: requestId } }));
  await vi.waitFor(async () => expect((await status()).state).toBe('ready'), { timeout: 60_000, interval: 100 });
  await vi.waitFor(async () => expect(await keysOf(requestId)).toEqual([requestId, `${requestId}.small`]), {
    timeout: 60_000,
  });
});

async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of world.services.storage.list()) if (key.startsWith(prefix)) keys.push(key);
  return keys.sort();
}
