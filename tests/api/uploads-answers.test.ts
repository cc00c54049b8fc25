import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { media } from '#api/ground/db/schema.ts';
import { uploadPushAndListenAudio } from '#schema/rest/media.ts';
import { problemOf } from '#tests/support/answers.ts';
import { film, picture, sound } from '#tests/support/media-samples.ts';
import { bareAac, longSound, oldFilm, oldVoice } from '#tests/support/media-samples-odd.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { createWorks, type Works } from './child-works.ts';
import { makePlace } from './samples/place.ts';
import { addStaff, send, tokenOf } from './school.ts';

const world = keptApi();
let works: Works;
let token: string;

beforeAll(async () => {
  works = createWorks(world, await makePlace(world));
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

const upload = (child: Awaited<ReturnType<Works['aChild']>>, kind: 'video' | 'record', content: Buffer) =>
  kind === 'video' ? works.sendVideo(child, content) : works.sendRecord(child, content);
const uploadSound = (content: Buffer) =>
  send(world, uploadPushAndListenAudio, { token, files: { file: { content, fileName: 'cat.mp3' } } });

describe('a recorder’s WebM that says nothing of its length', () => {
  test.each([
    ['video', 'film', () => film({ seconds: 7, container: 'webm', live: true })],
    ['record', 'voice', () => longSound({ seconds: 7, live: true })],
  ] as const)('through upload-%s is ready, with the length of its %s’s packets', async (kind, _what, make) => {
    const content = await make();
    // The element that holds a WebM's duration.
    expect(content.includes(Buffer.from('4489', 'hex'))).toBe(false);
    const child = await works.aChild();
    expect(await works.outcome(child, upload(child, kind, content))).toMatchObject({
      state: 'ready',
      messageKey: null,
    });
    const [row] = await world.services.db.select().from(media).where(eq(media.profileId, child.id));
    expect(row).toMatchObject({ durationMs: 7000, kind: kind === 'video' ? 'video' : 'audio' });
  });

  test.each([
    ['video', () => film({ seconds: 121, container: 'webm', live: true }), 'messages.videoTooLong'],
    ['record', () => longSound({ seconds: 183, live: true }), 'messages.recordingTooLong'],
    ['video', () => film({ seconds: 0, container: 'webm', live: true }), 'messages.recordingBroken'],
    ['record', () => longSound({ seconds: 0, live: true }), 'messages.recordingBroken'],
  ] as const)('through upload-%s that is too long or empty is rejected as that', async (kind, make, messageKey) => {
    const child = await works.aChild();
    expect(await works.outcome(child, upload(child, kind, await make()))).toMatchObject({
      state: 'rejected',
      messageKey,
    });
  });
});

describe('a recording that is not taken', () => {
  test.each([
    ['a film of 121 seconds', 'video', () => film({ seconds: 121 }), 'messages.videoTooLong'],
    ['a film of an old camera', 'video', oldFilm, 'messages.codecNotAllowed'],
    ['a voice memo of an old telephone', 'record', oldVoice, 'messages.codecNotAllowed'],
    ['half a film', 'video', async () => half(await film({ seconds: 30 })), 'messages.recordingCutOff'],
    ['half a voice', 'record', async () => half(await sound('m4a')), 'messages.recordingCutOff'],
  ] as const)('%s, through upload-%s, is rejected with its reason', async (_name, kind, make, messageKey) => {
    const child = await works.aChild();
    expect(await works.outcome(child, upload(child, kind, await make()))).toMatchObject({
      state: 'rejected',
      messageKey,
      postId: null,
    });
  });

  test.each([
    ['a picture', 'video', () => picture('png'), 'messages.videoTypeNotAllowed'],
    ['a sound in Matroska', 'video', () => longSound({ seconds: 2, format: 'mkv' }), 'messages.videoTypeNotAllowed'],
    ['an MP3', 'video', () => sound('mp3'), 'messages.videoTypeNotAllowed'],
    ['a picture', 'record', () => picture('gif'), 'messages.audioTypeNotAllowed'],
    ['AAC without a container', 'record', bareAac, 'messages.audioTypeNotAllowed'],
    ['a sound in Matroska', 'record', () => longSound({ seconds: 2, format: 'mkv' }), 'messages.audioTypeNotAllowed'],
  ] as const)('%s, through upload-%s, is refused at once', async (_name, kind, make, messageKey) => {
    const child = await works.aChild();
    expect((await problemOf(upload(child, kind, await make()), 415)).messageKey).toBe(messageKey);
  });
});

describe('a sound that staff send', () => {
  test.each([
    ['lasts six hours', () => longSound({ seconds: 6 * 3600 }), 400, 'messages.soundTooLong'],
    ['is of an old telephone', oldVoice, 400, 'messages.codecNotAllowed'],
    ['has no container', bareAac, 415, 'messages.audioTypeNotAllowed'],
    ['is a picture', () => picture('webp'), 415, 'messages.audioTypeNotAllowed'],
  ] as const)('and that %s is refused with its reason', async (_name, make, status, messageKey) => {
    expect((await problemOf(uploadSound(await make()), status)).messageKey).toBe(messageKey);
  });
});

const half = (file: Buffer): Buffer => file.subarray(0, file.length >> 1);
