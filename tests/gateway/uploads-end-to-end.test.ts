import { readdir } from 'node:fs/promises';
import { eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { arrivalsOf } from '#api/ground/media/scratch.ts';
import { media, mediaRequests } from '#api/ground/db/schema.ts';
import { fileMaximum, pictureMaximum } from '#schema/rules/files.ts';
import { aClass, aProfile, makePlace, type Place } from '#tests/api/samples/place.ts';
import { tokenOf } from '#tests/api/school.ts';
import { film, photo, picture, sound } from '#tests/support/media-samples.ts';
import { graphql } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { oneConnection } from './one-connection.ts';
import type { SentUpload } from './upload-form.ts';
import {
  sendUpload,
  uploadCover,
  uploadForm,
  uploadImageWork,
  uploadPicture,
  uploadSound,
  uploadVideoWork,
  uploadVoiceWork,
} from './upload-form.ts';

const world = keptWorld();
let place: Place;
let administrator: string;
let teacher: string;

beforeAll(async () => {
  place = await makePlace(world);
  administrator = await tokenOf(world, place.own.Administrator);
  teacher = await tokenOf(world, place.own.Teacher);
});

const upload = (sent: SentUpload) => sendUpload(world.url, sent);
const arrived = () => readdir(arrivalsOf(world.services.settings)).catch(() => []);
/** A picture of so many bytes. */
const padded = async (length: number): Promise<Buffer> => Buffer.concat([await photo()], length);

/** A child in a class, with what its uploads say of themselves. */
async function aChild() {
  const { id: classId, classHashCode } = await aClass(place);
  const { id: studentId, token } = await aProfile(place, classId);
  const work = { studentId, classId, lessonId: place.lesson.id, title: 'わたしのいぬ' };
  return { token, work, voice: { studentId, classHashCode, lessonHashCode: place.lesson.hashCode } };
}

describe('what teachers use', () => {
  test.each([
    [uploadPicture, 'page.jpg', () => photo(400, 300), { width: 300, height: 400, fileName: 'page.jpg' }],
    [uploadCover, '表紙.png', () => picture('png', 60, 80), { width: 60, height: 80, fileName: '表紙.png' }],
    [uploadSound, 'ねこ.wav', () => sound('wav', 2), { durationMs: 2000, fileName: 'ねこ.wav' }],
  ])('is taken in, and opens under the link that comes back: %s', async (query, fileName, make, expected) => {
    const { status, data, errors } = await upload({
      query,
      token: administrator,
      files: { file: { content: await make(), fileName } },
    });
    expect({ status, errors }).toEqual({ status: 200, errors: undefined });
    const [taken] = Object.values(data ?? {}) as { url: string }[];
    expect(taken).toMatchObject(expected);
    expect((await fetch(new URL(taken?.url ?? '', world.url))).status).toBe(200);
  });
});

describe('what children make', () => {
  test.each([
    ['a picture', uploadImageWork, 'work', { image: () => photo(), thumbnail: () => picture('png') }],
    ['a film', uploadVideoWork, 'work', { video: () => film({ seconds: 3 }), thumbnail: () => picture('jpeg') }],
    ['a voice', uploadVoiceWork, 'voice', { file: () => sound('m4a') }],
  ] as const)('%s becomes a post', async (_, query, input, makers) => {
    const child = await aChild();
    const made = Object.entries(makers).map(async ([name, make]) => [name, { content: await make() }] as const);
    const sent = { query, token: child.token, variables: { input: child[input] } };
    const { data, errors } = await upload({ ...sent, files: Object.fromEntries(await Promise.all(made)) });
    expect(errors).toBeUndefined();
    const [{ requestId } = { requestId: '' }] = Object.values(data ?? {}) as { requestId: string }[];
    const status = 'query ($id: ID!) { mediaStatus(requestId: $id) { state messageKey postId } }';
    const headers = { authorization: `Bearer ${child.token}` };
    const state = async () => (await graphql<Record<string, unknown>>(world, status, { id: requestId }, headers)).data;
    const ready = { state: 'READY', messageKey: null, postId: expect.any(String) as string };
    await expect.poll(state, { timeout: 60_000, interval: 100 }).toEqual({ mediaStatus: ready });
  });

  test.each([['image'], ['thumbnail']])('two files of 400 KB arrive together, the %s first', async (first) => {
    const child = await aChild();
    const content = await padded(400 * 1024);
    const second = first === 'image' ? 'thumbnail' : 'image';
    const { status, data } = await upload({
      query: uploadImageWork,
      token: child.token,
      variables: { input: child.work },
      files: { [first]: { content }, [second]: { content } },
    });
    expect({ status, data }).toEqual({
      status: 200,
      data: { uploadCommunityImage: { requestId: expect.any(String) as string } },
    });
  });
});

test.each([
  ['picture', uploadPicture, 'file', pictureMaximum],
  ['sound', uploadSound, 'file', fileMaximum],
  ['work', uploadImageWork, 'image', pictureMaximum],
])('a %s of one byte too much answers 413, and nothing of it is kept', async (kind, query, name, maximum) => {
  const child = await aChild();
  const fileName = `one-byte-too-much-${kind}`;
  const { status, errors } = await upload({
    query,
    token: kind === 'work' ? child.token : administrator,
    variables: kind === 'work' ? { input: child.work } : {},
    files: { [name]: { content: await padded(maximum + 1), fileName } },
  });
  expect(status).toBe(413);
  expect(errors?.[0]).toMatchObject({
    extensions: {
      code: 'PAYLOAD_TOO_LARGE',
      status: 413,
      messageKey: 'messages.fileTooLarge',
      fields: { [name]: ['messages.fileTooLarge'] },
    },
  });
  await expect.poll(arrived, { timeout: 60_000 }).toEqual([]);
  const { db } = world.services;
  expect(
    await db
      .select()
      .from(media)
      .where(like(media.fileName, `${fileName}%`)),
  ).toEqual([]);
  expect(await db.select().from(mediaRequests).where(eq(mediaRequests.profileId, child.work.studentId))).toEqual([]);
});

describe('an upload that is refused at once', () => {
  const big = async () => ({ file: { content: await padded(8_000_000), fileName: 'a.mp3' } });
  const refusals = {
    'without a permission': () => ({ token: teacher, query: uploadSound, refusal: ['FORBIDDEN', 403] }),
    'without a token': () => ({ token: undefined, query: uploadSound, refusal: ['UNAUTHENTICATED', 401] }),
    'with a token that is none': () => ({ token: 'a.b.c', query: uploadSound, refusal: ['UNAUTHENTICATED', 401] }),
    'as another child': async () => {
      const [child, other] = [await aChild(), await aChild()];
      return {
        token: child.token,
        query: uploadVoiceWork,
        variables: { input: { ...child.voice, studentId: other.voice.studentId } },
        refusal: ['FORBIDDEN', 403],
      };
    },
    'with fields that break a rule': async () => {
      const { token, voice } = await aChild();
      const input = { ...voice, clientId: 'no uuid' };
      return { token, query: uploadVoiceWork, variables: { input }, refusal: ['BAD_USER_INPUT', 400] };
    },
    'of another type': () => ({ token: administrator, query: uploadSound, refusal: ['UNSUPPORTED_MEDIA_TYPE', 415] }),
  };

  test.each(Object.entries(refusals))('%s gets its own answer, and its connection serves the next', async (_, make) => {
    const { refusal, token, ...sent } = await make();
    const [code, status] = refusal;
    const { ask } = oneConnection(world.url);
    const form = new Response(uploadForm({ ...sent, files: await big() }));
    const body = Buffer.from(await form.clone().arrayBuffer());
    const headers = {
      'content-type': form.headers.get('content-type') ?? '',
      'apollo-require-preflight': 'true',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    for (const _round of [1, 2])
      expect(await ask({ headers, body })).toMatchObject({ errors: [{ extensions: { code, status } }] });
    const next = Buffer.from('{"query":"{ visitorAddress }"}');
    expect(await ask({ headers: { 'content-type': 'application/json' }, body: next })).toMatchObject({
      data: { visitorAddress: '127.0.0.1' },
    });
    await expect.poll(arrived, { timeout: 60_000 }).toEqual([]);
  });
});
