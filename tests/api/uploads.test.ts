import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import supertest from 'supertest';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, lessons, media, mediaRequests } from '#api/ground/db/schema.ts';
import { communityPosts as listPosts } from '#schema/rest/community.ts';
import { mediaStatus } from '#schema/rest/uploads.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { bomb, film, photo, picture, secretPlace, sound } from '#tests/support/media-samples.ts';
import { dayFromNow, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type Child, createWorks, type Works } from './child-works.ts';
import { daysAgo } from './nightly-past.ts';
import { makePlace, type Place } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;
let aChild: Works['aChild'];
let sendImage: Works['sendImage'];
let sendVideo: Works['sendVideo'];
let sendRecord: Works['sendRecord'];
let outcome: Works['outcome'];

beforeAll(async () => {
  place = await makePlace(world);
  ({ aChild, sendImage, sendVideo, sendRecord, outcome } = createWorks(world, place));
});

const wallOf = (child: Child) =>
  answerOf(
    listPosts,
    send(world, listPosts, { token: child.token, query: { ClassHashCode: child.class.classHashCode } }),
  );

const bytesOf = async (url = '') => {
  const { body } = (await supertest(world.apiUrl).get(`/api${url}`).responseType('blob').expect(200)) as {
    body: unknown;
  };
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
};

describe('a child’s picture', () => {
  test('comes onto the wall upright and without the place where it was taken', async () => {
    const child = await aChild({ approvalRequired: false });
    const sent = await photo(320, 240);
    expect(sent.includes(secretPlace)).toBe(true);
    expect(await outcome(child, sendImage(child, sent, { fields: { Title: ' ねこ ' } }))).toMatchObject({
      state: 'ready',
      messageKey: null,
    });
    const [post] = await wallOf(child);
    expect(post).toMatchObject({ kind: 'image', title: 'ねこ', state: 'shown', image: { fileName: 'cat.HEIC.jpg' } });
    const shown = await bytesOf(post?.image?.url);
    const { width, height, exif, xmp, icc, orientation } = await sharp(shown).metadata();
    expect({ width, height, exif, xmp, icc, orientation }).toEqual({ width: 240, height: 320 });
    expect(shown.includes(secretPlace)).toBe(false);
    expect((await sharp(await bytesOf(post?.thumbnail?.url)).metadata()).format).toBe('webp');
  });

  test('waits for the teacher where the class has it so, and leaves nothing of what was sent', async () => {
    const child = await aChild();
    const { postId, requestId } = await outcome(child, sendImage(child, await photo()));
    expect(await wallOf(child)).toMatchObject([{ id: postId, state: 'waiting' }]);
    await vi.waitFor(async () => expect(await world.services.storage.size(`${requestId}.source`)).toBeUndefined(), {
      timeout: 60_000,
    });
    const [row] = await world.services.db.select().from(media).where(eq(media.profileId, child.id));
    expect(row).toMatchObject({ purpose: 'community', contentType: 'image/jpeg', width: 240, height: 320 });
  });

  test('brings a small one of the device along', async () => {
    const child = await aChild({ approvalRequired: false });
    const thumbnail = await picture('jpeg', 90, 60);
    await outcome(child, sendImage(child, await picture('png', 900, 600), { thumbnail }));
    const [post] = await wallOf(child);
    expect((await sharp(await bytesOf(post?.thumbnail?.url)).metadata()).width).toBe(90);
  });
});

describe('a child’s film and voice', () => {
  test('come onto the wall', async () => {
    const child = await aChild({ approvalRequired: false });
    await outcome(child, sendVideo(child, await film({ seconds: 3, withSound: true })));
    await outcome(child, sendRecord(child, await sound('webm')));
    const [voice, video] = await wallOf(child);
    expect(voice).toMatchObject({ kind: 'record', recording: { fileName: 'voice.weba' } });
    expect(video).toMatchObject({ kind: 'video', thumbnail: null });
    expect((await bytesOf(video?.video?.url)).includes(secretPlace)).toBe(false);
  });

  test.each([
    ['a film of 121 seconds', 'video', () => film({ seconds: 121 }), 'messages.videoTooLong'],
    [
      'a film that is cut off',
      'video',
      async () => (await film({ seconds: 9 })).subarray(0, -40),
      'messages.recordingCutOff',
    ],
    ['a sound instead of a film', 'video', () => sound('webm'), 'messages.videoExpected'],
    ['a voice of 190 seconds', 'record', () => sound('mp3', 190), 'messages.recordingTooLong'],
  ] as const)('%s is rejected with its reason, and its post is gone', async (_name, kind, make, messageKey) => {
    const child = await aChild();
    const sent = kind === 'video' ? sendVideo(child, await make()) : sendRecord(child, await make());
    expect(await outcome(child, sent)).toMatchObject({ state: 'rejected', messageKey, postId: null });
    expect(await world.services.db.select().from(communityPosts).where(eq(communityPosts.profileId, child.id))).toEqual(
      [],
    );
  });
});

describe('an upload is refused', () => {
  test('in another child’s name, and its status is nobody else’s', async () => {
    const [child, other] = [await aChild(), await aChild()];
    await problemOf(sendImage(child, await picture('png'), { fields: { StudentId: other.id } }), 403);
    const { requestId } = await outcome(child, sendImage(child, await picture('png')));
    await problemOf(send(world, mediaStatus, { token: other.token, query: { RequestId: requestId } }), 404);
    await problemOf(send(world, mediaStatus, { token: child.token, query: { RequestId: newId() } }), 404);
  });

  test('for a class the child has not joined, a unit of another book or a draft, and a class that has finished', async () => {
    const { db } = world.services;
    const [child, other, late] = [
      await aChild(),
      await aChild(),
      await aChild({ startDate: dayFromNow(-90), endDate: dayFromNow(-1) }),
    ];
    const content = await picture('png');
    await problemOf(sendImage(child, content, { fields: { ClassId: other.class.id } }), 404);
    const elsewhere = await makeLesson(db, { textbookId: (await makeTextBook(db)).id, position: 0 });
    const draft = await makeLesson(db, { textbookId: place.book.id, position: 7, publishedAt: null });
    for (const { id } of [elsewhere, draft])
      await problemOf(sendImage(child, content, { fields: { LessionId: id } }), 404);
    expect((await problemOf(sendImage(late, content), 409)).messageKey).toBe('messages.classCompleted');
    expect(await db.select().from(mediaRequests).where(eq(mediaRequests.profileId, child.id))).toEqual([]);
    await db.delete(lessons).where(eq(lessons.id, draft.id));
  });

  test.each([
    ['more pixels than any page needs', () => bomb(15_000), 400, 'messages.pictureTooManyPixels'],
    [
      'an archive behind a photograph',
      async () => Buffer.concat([await photo(), Buffer.from('PK\x03\x04rest')]),
      415,
      'messages.pictureHidesMore',
    ],
    [
      'a drawing that may run scripts',
      () => Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'),
      415,
      'messages.svgNotAllowed',
    ],
    ['a page', () => Buffer.from('\ufeff<!DOCTYPE html><script>alert(1)</script>'), 415, 'messages.htmlNotAllowed'],
    ['a document', () => Buffer.from('%PDF-1.7\n%âãÏÓ'), 415, 'messages.pdfNotAllowed'],
    [
      'a photograph of a telephone',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      415,
      'messages.heicNotAllowed',
    ],
    ['a film', () => film({ seconds: 1 }), 415, 'messages.imageTypeNotAllowed'],
    ['half a picture', async () => (await photo()).subarray(0, -100), 400, 'messages.pictureBroken'],
    ['nothing', () => Buffer.alloc(0), 400, 'messages.validationFailed'],
  ] as const)('with %s', async (_name, make, status, messageKey) => {
    const child = await aChild();
    expect((await problemOf(sendImage(child, await make()), status)).messageKey).toBe(messageKey);
  });
});

test('sent again after a lost answer, it is the same request and one post, and the other files are gone', async () => {
  const child = await aChild();
  const again = { fields: { ClientId: newId() } };
  const content = await picture('png');
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendImage(child, content, again).expect(202)));
  answers.push(await sendImage(child, content, again).expect(202));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const { db } = world.services;
  expect(await db.select().from(mediaRequests).where(eq(mediaRequests.profileId, child.id))).toHaveLength(1);
  expect(await db.select().from(communityPosts).where(eq(communityPosts.profileId, child.id))).toHaveLength(1);
  const sources = async () => {
    const keys: string[] = [];
    for await (const { key } of world.services.storage.list()) if (key.endsWith('.source')) keys.push(key);
    return keys;
  };
  await expect.poll(sources, { timeout: 60_000 }).toEqual([]);
});

test('sent again after the summer holidays, it is the same request and one post', async () => {
  const child = await aChild();
  const again = { fields: { ClientId: newId() } };
  const content = await picture('png');
  const first = await outcome(child, sendImage(child, content, again));
  expect(first.state).toBe('ready');
  const { services } = world;
  await services.db
    .update(mediaRequests)
    .set({ createdAt: daysAgo(45), updatedAt: daysAgo(45) })
    .where(eq(mediaRequests.profileId, child.id));
  await cleanUp({ services, signal: new AbortController().signal });
  expect(await outcome(child, sendImage(child, content, again))).toEqual(first);
  expect(await services.db.$count(communityPosts, eq(communityPosts.profileId, child.id))).toBe(1);
});
