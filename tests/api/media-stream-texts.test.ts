import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recognise } from '#api/ground/media/recognise.ts';
import { remakeRecording } from '#api/ground/media/recordings.ts';
import { secretPlace, sound } from '#tests/support/media-samples.ts';
import { childBox, patchedMp4 } from '#tests/support/media-samples-mp4.ts';
import { readFilesBuilt } from '#tests/support/programs.ts';

// What stands in the stream itself, beside pictures and sound: no tag of the container, which is not copied.

let folder: string;
beforeAll(async () => {
  await readFilesBuilt();
  folder = await mkdtemp(join(tmpdir(), 'manabook-stream-texts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function remade(content: Buffer, kind: 'video' | 'audio'): Promise<Buffer> {
  const path = join(folder, 'sent');
  await writeFile(path, content);
  const limits = { before: 120, tooLong: 'messages.videoTooLong' } as const;
  const file = await remakeRecording({ path, format: await recognise(path, kind), kind, ...limits }, folder);
  return readFile(file.path);
}

const told = ['x264', 'Lavc', 'Lavf', 'LAME', 'ID3', 'TAG', secretPlace];
const textsIn = (file: Buffer): string[] => told.filter((text) => file.includes(text));

const settings = `x264 - core 164 r3108 31e19f9 - H.264/MPEG-4 AVC codec - options: cabac=1 ${secretPlace}`;

/** A message of user data as x264 writes it into the first frame: its type, length, UUID and settings. */
const userData = (header: Buffer) => {
  const payload = Buffer.concat([Buffer.from('dc45e9bde6d948b7962cd820d923eeef', 'hex'), Buffer.from(settings)]);
  return Buffer.concat([header, Buffer.from([5, payload.length]), payload, Buffer.from([0x80])]);
};

function unit(content: Buffer, lengthSize: number): Buffer {
  const length = Buffer.alloc(lengthSize);
  length.writeUIntBE(content.length, 0, lengthSize);
  return Buffer.concat([length, content]);
}

const avc = {
  codec: 'avc1.42c01e',
  codedWidth: 640,
  codedHeight: 360,
  description: Buffer.from('0142c01effe1000a6742c01eda0280bfe58001000468ce3c80', 'hex'),
};
const avcWithShortLengths = { ...avc, description: Buffer.from(avc.description) };
avcWithShortLengths.description[4] = 0xfd;

// VPS, SPS and PPS in arrays, and a fourth array with a message.
const hevcArray = (type: number, content: Buffer) =>
  Buffer.concat([Buffer.from([0x80 | type, 0, 1]), unit(content, 2)]);
const hevc = {
  codec: 'hvc1.1.6.L93.B0',
  codedWidth: 640,
  codedHeight: 360,
  description: Buffer.concat([
    Buffer.from('010160000000b000000000005df000fcfdf8f800000f', 'hex'),
    Buffer.from([4]),
    hevcArray(32, Buffer.from('40010c01ffff01600000030090000003000003005d95980900', 'hex')),
    hevcArray(33, Buffer.from('420101016000000300900000030000030059a00502016964a4c2ed', 'hex')),
    hevcArray(34, Buffer.from('4401c173d089', 'hex')),
    hevcArray(39, userData(Buffer.from('4e01', 'hex'))),
  ]),
};

interface Telling {
  readonly codec: 'avc' | 'hevc';
  readonly config: typeof avc;
  readonly lengthSize: number;
  /** The first bytes of a message and of a picture. */
  readonly message: string;
  readonly slice: string;
}

/** A film whose frames begin with a message, and whose container names the encoder. */
async function tellingFilm({ codec, config, lengthSize, message, slice }: Telling): Promise<Buffer> {
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new BufferTarget() });
  const pictures = new EncodedVideoPacketSource(codec);
  const voice = new EncodedAudioPacketSource('aac');
  output.addVideoTrack(pictures);
  output.addAudioTrack(voice);
  await output.start();
  const aac = { codec: 'mp4a.40.2', numberOfChannels: 1, sampleRate: 44_100, description: Buffer.from('1208', 'hex') };
  for (let second = 0; second < 3; second += 1) {
    const parts = [userData(Buffer.from(message, 'hex')), Buffer.from(`${slice}8884`, 'hex')];
    const frame = Buffer.concat(parts.map((part) => unit(part, lengthSize)));
    await pictures.add(new EncodedPacket(frame, 'key', second, 1), { decoderConfig: config });
    const filled = Buffer.concat([
      Buffer.from('de0200', 'hex'),
      Buffer.from('Lavc61.19.100\0'),
      Buffer.from('0230400e', 'hex'),
    ]);
    await voice.add(new EncodedPacket(filled, 'key', second, 1), { decoderConfig: aac });
  }
  await output.finalize();
  const tool = childBox('udta', childBox('\xa9too', Buffer.from('Lavf61.7.100')));
  return patchedMp4(Buffer.from(output.target.buffer ?? new ArrayBuffer(0)), { insideMoov: tool });
}

test.each<[string, Telling]>([
  ['H.264', { codec: 'avc', config: avc, lengthSize: 4, message: '06', slice: '65' }],
  [
    'H.264 with lengths of two bytes',
    { codec: 'avc', config: avcWithShortLengths, lengthSize: 2, message: '06', slice: '65' },
  ],
  ['H.265', { codec: 'hevc', config: hevc, lengthSize: 4, message: '4e01', slice: '2601' }],
])('a film in %s loses its messages and the encoder’s names, and keeps its pictures', async (_, plan) => {
  const sent = await tellingFilm(plan);
  expect(textsIn(sent)).toEqual(['x264', 'Lavc', 'Lavf', secretPlace]);
  const stored = await remade(sent, 'video');
  expect(textsIn(stored)).toEqual([]);
  const picture = unit(Buffer.from(`${plan.slice}8884`, 'hex'), plan.lengthSize);
  expect(stored.toString('latin1').split(picture.toString('latin1'))).toHaveLength(4);
  // What is left of a frame of sound stands where it stood.
  expect(stored.includes(Buffer.from('0230400e', 'hex'))).toBe(true);
});

test('an MP3 loses ID3 before, inside and behind its frames, and the encoder’s name in them', async () => {
  const plain = await sound('mp3');
  const first = plain.indexOf(Buffer.from('fffb9000', 'hex'));
  // A synchsafe length; the text of a comment.
  const text = Buffer.from(secretPlace.padEnd(100, ' '));
  const id3 = Buffer.concat([Buffer.from('49443304000000000064', 'hex'), text]);
  const frame = Buffer.concat([
    Buffer.from('fffb9000', 'hex'),
    Buffer.alloc(300),
    Buffer.from('LAME3.100UUUUUUU'.padEnd(113, 'U')),
  ]);
  const frames = plain.subarray(first);
  const old = Buffer.concat([Buffer.from('TAG'), Buffer.from(secretPlace.padEnd(125, ' '))]);
  const info = Buffer.concat([
    Buffer.from('fffb9000', 'hex'),
    Buffer.alloc(32),
    Buffer.from('Info'),
    Buffer.alloc(116),
    Buffer.from('Lavc61.19'),
    Buffer.alloc(252),
  ]);
  const sent = Buffer.concat([id3, info, frame, frame, id3, frame, frames, old]);
  expect(textsIn(sent)).toEqual(['Lavc', 'LAME', 'ID3', 'TAG', secretPlace]);
  const stored = await remade(sent, 'audio');
  expect(textsIn(stored)).toEqual([]);
  expect(stored.length).toBeGreaterThan(frames.length * 0.9);
});
