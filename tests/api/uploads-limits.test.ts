import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileMaximum, pictureMaximum } from '#schema/rules/files.ts';
import { problemOf } from '#tests/support/answers.ts';
import { film, photo, sound } from '#tests/support/media-samples.ts';
import { childBox } from '#tests/support/media-samples-mp4.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { createWorks, type Works } from './child-works.ts';
import { makePlace } from './samples/place.ts';

const megabyte = 1024 * 1024;

const world = keptApi();
let works: Works;

beforeAll(async () => {
  works = createWorks(world, await makePlace(world));
});

/** Announces a file of sixty megabytes, sends as many bytes of it as told, and waits for what the API says to that. */
async function beginToSend(path: string, { part, token, bytes }: { part: string; token: string; bytes: number }) {
  const opening = `--edge\r\ncontent-disposition: form-data; name="${part}"; filename="a"\r\n\r\n`;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=edge',
    'content-length': opening.length + 60 * megabyte,
  };
  const sending = request(`${world.apiUrl}/api/Community/${path}`, { method: 'POST', headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.write(opening);
  sending.write(Buffer.alloc(bytes, 1));
  const [answer] = await answered;
  const problem: unknown = await json(answer);
  sending.destroy();
  return { status: answer.statusCode, problem };
}

describe('a file over its limit is refused while the rest of it is still to come', () => {
  test.each([
    ['upload-video', 'Video', fileMaximum],
    ['upload-record', 'File', fileMaximum],
    ['upload-image', 'Image', pictureMaximum],
  ])('by %s', async (path, part, maximum) => {
    const { token } = await works.aChild();
    const { status, problem } = await beginToSend(path, { part, token, bytes: maximum + megabyte });
    expect(status).toBe(413);
    expect(problem).toMatchObject({ errors: { [part]: ['messages.fileTooLarge'] } });
  });
});

/** The same recording with room behind it, as editors leave it, so that it has so many bytes. */
const filled = (recording: Buffer, length: number): Buffer =>
  Buffer.concat([recording, childBox('free', Buffer.alloc(length - recording.length - 8))]);

describe('to the byte', () => {
  test.each([
    ['video', 'Video', () => film({ seconds: 3 })],
    ['record', 'File', () => sound('m4a')],
  ] as const)('a %s of ten megabytes is taken and prepared, one of a byte more is not', async (kind, part, make) => {
    const child = await works.aChild();
    const send = kind === 'video' ? works.sendVideo : works.sendRecord;
    const whole = filled(await make(), fileMaximum);
    expect(whole).toHaveLength(fileMaximum);
    expect(await works.outcome(child, send(child, whole))).toMatchObject({ state: 'ready' });
    const refusal = await problemOf(send(child, filled(await make(), fileMaximum + 1)), 413);
    expect(refusal).toMatchObject({
      messageKey: 'messages.fileTooLarge',
      errors: { [part]: ['messages.fileTooLarge'] },
    });
  });

  test('a small picture of two megabytes is taken beside a film and a picture, one of a byte more is not', async () => {
    const child = await works.aChild();
    const thumbnail = async (length: number) => ({ thumbnail: Buffer.concat([await photo()], length) });
    const [content, still] = [await film({ seconds: 2 }), await photo()];
    const [taken, tooLarge] = [await thumbnail(pictureMaximum), await thumbnail(pictureMaximum + 1)];
    await works.sendVideo(child, content, taken).expect(202);
    await works.sendImage(child, still, taken).expect(202);
    for (const sent of [works.sendVideo(child, content, tooLarge), works.sendImage(child, still, tooLarge)])
      expect((await problemOf(sent, 413)).errors).toEqual({ Thumbnail: ['messages.fileTooLarge'] });
  });
});
