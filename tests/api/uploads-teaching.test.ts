import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLog, media } from '#api/ground/db/schema.ts';
import { audioFiles, uploadPageImage, uploadPushAndListenAudio, uploadTextBookThumbnail } from '#schema/rest/media.ts';
import { fileMaximum, pictureMaximum } from '#schema/rules/files.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { film, photo, picture, secretPlace, sound } from '#tests/support/media-samples.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, send, tokenOf } from './school.ts';

const world = keptApi();
let token: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

const sendPicture = (content: Buffer, fileName = 'page.jpg') =>
  send(world, uploadPageImage, { token, files: { file: { content, fileName } } });
const sendSound = (content: Buffer, fileName = 'cat.mp3') =>
  send(world, uploadPushAndListenAudio, { token, files: { file: { content, fileName } } });

const padded = async (length: number) => Buffer.concat([await photo()], length);

describe('a page’s picture', () => {
  test('is taken in upright and plain, with what the content is saved with, and the audit log has it', async () => {
    const made = await answerOf(uploadPageImage, sendPicture(await photo(400, 300), 'ページ 1.jpeg'));
    expect(made).toMatchObject({ width: 300, height: 400, fileName: 'ページ 1.jpg' });
    const { body } = (await supertest(world.apiUrl).get(`/api${made.url}`).responseType('blob')) as { body: unknown };
    const shown = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    expect(shown.includes(secretPlace)).toBe(false);
    expect((await sharp(shown).metadata()).exif).toBeUndefined();
    const { db } = world.services;
    expect(await db.select().from(auditLog).where(eq(auditLog.entityId, made.id))).toMatchObject([
      { action: 'upload' },
    ]);
    expect(await db.select().from(media).where(eq(media.id, made.id))).toMatchObject([
      { purpose: 'teaching', kind: 'image', createdAt: new Date(made.createdAt) },
    ]);
  });

  test.each([
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['gif', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
  ] as const)('as %s is shown as %s, whatever its name says', async (format, contentType, ending) => {
    const sent = send(world, uploadTextBookThumbnail, {
      token,
      files: { file: { content: await picture(format), fileName: 'cover.html' } },
    });
    const { url, fileName } = await answerOf(uploadTextBookThumbnail, sent);
    expect(fileName).toBe(`cover.${ending}`);
    await supertest(world.apiUrl).get(`/api${url}`).expect(200).expect('content-type', contentType);
  });

  test('has its long name cut between characters', async () => {
    const start = 'a'.repeat(199);
    for (const [name, shown] of [
      [`${start}𠮷.jpg`, start],
      [`${'a'.repeat(198)}𠮷.jpg`, `${'a'.repeat(198)}𠮷`],
    ] as const)
      expect(await answerOf(uploadPageImage, sendPicture(await photo(), name))).toMatchObject({
        fileName: `${shown}.jpg`,
      });
  });

  test('of exactly two megabytes is taken, of one byte more it is not', async () => {
    await sendPicture(await padded(pictureMaximum)).expect(201);
    const refusal = await problemOf(sendPicture(await padded(pictureMaximum + 1)), 413);
    expect(refusal).toMatchObject({ messageKey: 'messages.fileTooLarge', errors: { file: ['messages.fileTooLarge'] } });
  });

  test('is never larger than a screen needs', async () => {
    const { width, height } = await answerOf(uploadPageImage, sendPicture(await picture('png', 6000, 1500)));
    expect({ width, height }).toEqual({ width: 4096, height: 1024 });
  });

  test('that is missing, a sound or noise with a picture’s first bytes is refused', async () => {
    expect((await problemOf(send(world, uploadPageImage, { token }), 400)).errors).toEqual({
      file: ['messages.fileRequire'],
    });
    expect((await problemOf(sendPicture(await sound('mp3')), 415)).messageKey).toBe('messages.imageTypeNotAllowed');
    const noise = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3000, 0x17)]);
    expect((await problemOf(sendPicture(noise), 400)).messageKey).toBe('messages.pictureBroken');
  });
});

describe('a sound', () => {
  test('is taken in with its true length, and is found again by its name', async () => {
    const { id, durationMs, fileName } = await answerOf(
      uploadPushAndListenAudio,
      sendSound(await sound('wav', 2), 'ねこ Meow.wav'),
    );
    expect({ durationMs, fileName }).toEqual({ durationMs: 2000, fileName: 'ねこ Meow.wav' });
    await makeMedia(world.services.db, {
      purpose: 'community',
      fileName: 'ねこ child.wav',
      searchText: 'ねこ child.wav',
    });
    const found = await answerOf(audioFiles, send(world, audioFiles, { token, query: { SearchText: 'ネコ meow' } }));
    expect(found).toMatchObject({ items: [{ id, durationMs: 2000 }], totalCount: 1, pageNumber: 1, pageSize: 20 });
    const page = await answerOf(
      audioFiles,
      send(world, audioFiles, { token, query: { SearchText: 'ねこ', PageSize: 1 } }),
    );
    expect(page.items.map((item) => item.id)).toEqual([id]);
    await problemOf(send(world, audioFiles, { token, query: { PageSize: 101 } }), 400);
  });

  test('of one byte more than ten megabytes is refused while it arrives', async () => {
    await problemOf(sendSound(Buffer.alloc(fileMaximum + 1)), 413);
  });

  test('is refused when it is a film or breaks off', async () => {
    expect((await problemOf(sendSound(await film({ seconds: 2 })), 400)).messageKey).toBe('messages.soundExpected');
    const broken = (await sound('m4a')).subarray(0, -30);
    expect((await problemOf(sendSound(broken), 400)).messageKey).toBe('messages.recordingCutOff');
  });
});
