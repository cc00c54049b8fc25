import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recognise } from '#api/ground/media/recognise.ts';
import { remakeRecording } from '#api/ground/media/recordings.ts';
import { MediaRefusal } from '#api/ground/media/refusal.ts';
import { film, secretPlace, sound } from '#tests/support/media-samples.ts';
import { readFilesBuilt } from '#tests/support/programs.ts';
import { childBox, patchedMp4 } from '#tests/support/media-samples-mp4.ts';

let folder: string;

beforeAll(async () => {
  await readFilesBuilt();
  folder = await mkdtemp(join(tmpdir(), 'manabook-recordings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function remade(content: Buffer, kind: 'video' | 'audio') {
  const path = join(folder, 'sent');
  await writeFile(path, content);
  const limits = { before: 120, tooLong: 'messages.videoTooLong' } as const;
  const file = await remakeRecording({ path, format: await recognise(path, kind), kind, ...limits }, folder);
  return { ...file, content: await readFile(file.path) };
}

/** The times of a film's packets in seconds, by track. */
async function timesIn(content: Buffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(content) });
  const times: Record<string, number[]> = {};
  for (const track of await input.getTracks()) {
    const own: number[] = (times[track.type] = []);
    for await (const { timestamp } of new EncodedPacketSink(track).packets()) own.push(timestamp);
  }
  return times;
}

const refusal = async (content: Buffer, kind: 'video' | 'audio' = 'video') => {
  const error: unknown = await remade(content, kind).catch((reason: unknown) => reason);
  return error instanceof MediaRefusal ? error.messageKey : error;
};

describe('a film', () => {
  test.each([
    ['mp4', { container: 'mp4', withSound: true }, 'video/mp4'],
    ['mp4 with its index last', { container: 'mp4', indexLast: true }, 'video/mp4'],
    ['webm', { container: 'webm', withSound: true }, 'video/webm'],
  ] as const)('as %s comes out with its length and size, and without its tags', async (_name, plan, contentType) => {
    const sent = await film({ seconds: 5, ...plan });
    expect(sent.includes(secretPlace)).toBe(true);
    const { content, ...file } = await remade(sent, 'video');
    expect(file).toMatchObject({ contentType, durationMs: 5000, width: 360, height: 640 });
    expect(content.includes(secretPlace)).toBe(false);
    expect((await remade(content, 'video')).durationMs).toBe(5000);
  });

  test('of QuickTime becomes MP4, and leaves the place where it was taken behind', async () => {
    const place = childBox('udta', childBox('\xa9xyz', Buffer.from(secretPlace)));
    const sent = patchedMp4(await film({ seconds: 3, indexLast: true }), { brand: 'qt  ', insideMoov: place });
    expect(sent.includes(secretPlace)).toBe(true);
    const { content, contentType } = await remade(sent, 'video');
    expect(contentType).toBe('video/mp4');
    expect(content.includes(secretPlace)).toBe(false);
    expect(content.includes(Buffer.from('\xa9xyz', 'latin1'))).toBe(false);
  });

  test('from a recorder that wrote no length has the length of its frames', async () => {
    const sent = await film({ seconds: 7, container: 'webm', live: true });
    expect(await remade(sent, 'video')).toMatchObject({ contentType: 'video/webm', durationMs: 7000 });
  });

  test('of 119 seconds is taken, of 120 and more is not, whatever its header claims', async () => {
    expect((await remade(await film({ seconds: 119 }), 'video')).durationMs).toBe(119_000);
    for (const seconds of [120, 121, 400]) expect(await refusal(await film({ seconds }))).toBe('messages.videoTooLong');
    expect(await refusal(await film({ seconds: 121, container: 'webm', live: true }))).toBe('messages.videoTooLong');
    const lying = patchedMp4(await film({ seconds: 121 }), { movieSeconds: 5 });
    expect(await refusal(lying)).toBe('messages.videoTooLong');
  });

  test('that a phone cut keeps hidden what was cut off, of that no more than a decoder needs, and its sound in time', async () => {
    const sent = await film({ seconds: 6, cut: 3.5, withSound: true });
    expect(sent.includes('elst')).toBe(true);
    const { content, durationMs } = await remade(sent, 'video');
    expect(durationMs).toBe(2500);
    expect(await timesIn(content)).toEqual({ video: [-1.5, -0.5, 0.5, 1.5], audio: [-1.5, -0.5, 0.5, 1.5] });
  });

  test('that a phone cut has the length that is left', async () => {
    const { durationMs } = await remade(await film({ seconds: 130, cut: 12 }), 'video');
    expect(durationMs).toBe(118_000);
    expect(await refusal(await film({ seconds: 132, cut: 12 }))).toBe('messages.videoTooLong');
    expect(await refusal(await film({ seconds: 3, cut: 3 }))).toBe('messages.recordingBroken');
  });

  test('whose sound begins with its encoder’s delay was not cut: all of it is kept, from time 0', async () => {
    const { content, durationMs } = await remade(
      await film({ seconds: 2, withSound: true, soundDelay: 0.25 }),
      'video',
    );
    expect(durationMs).toBe(2250);
    expect(await timesIn(content)).toEqual({ video: [0.25, 1.25], audio: [0, 1] });
  });

  test('that breaks off is refused as cut off, wherever its index is', async () => {
    for (const indexLast of [true, false]) {
      const whole = await film({ seconds: 5, indexLast });
      for (const missing of [1, 20, whole.length >> 1])
        expect(await refusal(whole.subarray(0, whole.length - missing))).toBe('messages.recordingCutOff');
    }
  });

  test('without a picture is no film, and with one is no sound', async () => {
    expect(await refusal(await sound('m4a'))).toBe('messages.videoExpected');
    expect(await refusal(await film({ seconds: 2 }), 'audio')).toBe('messages.soundExpected');
  });

  test.each([
    [
      'nothing but its first bytes',
      Buffer.from('0000001866747970 69736f6d0000020069736f6d'.replaceAll(' ', ''), 'hex'),
    ],
    ['noise behind them', Buffer.concat([Buffer.from('1a45dfa39f4282847765626d', 'hex'), Buffer.alloc(5000, 0x5a)])],
  ])('that is %s is refused', async (_name, content) => {
    expect(await refusal(content)).toMatch(/^messages\.recording(Broken|CutOff)$/);
  });
});

describe('a sound', () => {
  test.each([
    ['mp3', 'audio/mpeg'],
    ['m4a', 'audio/mp4'],
    ['ogg', 'audio/ogg'],
    ['webm', 'audio/webm'],
    ['wav', 'audio/wav'],
  ] as const)('as %s comes out with its length, and without its tags', async (format, contentType) => {
    const sent = await sound(format, 2);
    expect(sent.includes(secretPlace)).toBe(true);
    const { content, ...file } = await remade(sent, 'audio');
    expect(file.contentType).toBe(contentType);
    expect(Math.abs((file.durationMs ?? 0) - 2000)).toBeLessThan(60);
    expect(content.includes(secretPlace)).toBe(false);
  });
});
