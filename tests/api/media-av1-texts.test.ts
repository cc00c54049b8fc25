import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recognise } from '#api/ground/media/recognise.ts';
import { remakeRecording } from '#api/ground/media/recordings.ts';
import { withoutMessages } from '#api/ground/media/recast/stream-texts.ts';
import { secretPlace } from '#tests/support/media-samples.ts';
import { readFilesBuilt } from '#tests/support/programs.ts';

let folder: string;
beforeAll(async () => {
  await readFilesBuilt();
  folder = await mkdtemp(join(tmpdir(), 'manabook-av1-texts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Frames of one colour, 64 x 64, as a browser's VideoEncoder (libaom) wrote them: delimiter, sequence header, frame.
const delimiter = Buffer.from('1200', 'hex');
const sequence = Buffer.from('0a0c00000002afff803440434061', 'hex');
const frames = [
  '3218104a00082082100020b45acd16c994d7672ad1765d2f1e40',
  '3217104a00082082100020b45acdb313835a2c7c2795f96bd6',
  '3217104a00082082100020b45acca7b3bf10795c4350bc1cc7',
].map((hex) => Buffer.from(hex, 'hex'));
const pure = frames.map((frame) => Buffer.concat([delimiter, sequence, frame]));

/** A unit behind its header: metadata (2a, and 2e with an extension), padding (7a) or a reserved type (4a). */
const unit = (header: string, text: string) =>
  Buffer.concat([Buffer.from(header, 'hex'), leb128(text.length), Buffer.from(text)]);

function leb128(value: number): Buffer {
  return value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value & 127) | 128]), leb128(Math.floor(value / 128))]);
}

// Longer than a size of one byte can say.
const told = `Lavf61.7.100 ${secretPlace}`.padEnd(300, ' ');
const telling = (frame: Buffer) =>
  Buffer.concat([
    delimiter,
    unit('2a', told),
    sequence,
    unit('2e00', told),
    unit('4a', told),
    frame,
    unit('7a', told),
    // Metadata without a size, up to the end of the packet.
    Buffer.from('28', 'hex'),
    Buffer.from(told),
  ]);

const config = { codec: 'av01.0.00M.08', codedWidth: 64, codedHeight: 64 };

async function film(format: 'mp4' | 'webm'): Promise<Buffer> {
  const output = new Output({
    format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: new BufferTarget(),
  });
  const pictures = new EncodedVideoPacketSource('av1');
  output.addVideoTrack(pictures);
  await output.start();
  for (const [second, frame] of frames.entries())
    await pictures.add(new EncodedPacket(telling(frame), 'key', second, 1), { decoderConfig: config });
  await output.finalize();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}

async function packetsOf(file: Buffer): Promise<Buffer[]> {
  const track = await new Input({ formats: ALL_FORMATS, source: new BufferSource(file) }).getPrimaryVideoTrack();
  if (!track) throw new Error('The film has no pictures');
  const packets: Buffer[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(Buffer.from(data));
  return packets;
}

test.each(['mp4', 'webm'] as const)(
  'a film in AV1 (%s) keeps its pictures, and nothing else of its stream',
  async (format) => {
    const sent = await film(format);
    expect(sent.includes(secretPlace)).toBe(true);
    const path = join(folder, `sent.${format}`);
    await writeFile(path, sent);
    const recording = { path, format: await recognise(path, 'video'), kind: 'video', before: 120 } as const;
    const stored = await readFile(
      (await remakeRecording({ ...recording, tooLong: 'messages.videoTooLong' }, folder)).path,
    );
    expect(stored.includes(secretPlace)).toBe(false);
    expect(stored.includes('Lavf')).toBe(false);
    expect(await packetsOf(stored)).toEqual(pure);
  },
);

test('a last unit without a size stays, and a packet of other units alone is refused', () => {
  const clean = withoutMessages('av1', undefined);
  const [frame = Buffer.alloc(0)] = frames;
  const sizeless = Buffer.concat([Buffer.from([0x30]), frame.subarray(2)]);
  expect(Buffer.from(clean(Buffer.concat([delimiter, unit('2a', told), sizeless])))).toEqual(
    Buffer.concat([delimiter, sizeless]),
  );
  expect(clean(Buffer.alloc(0))).toHaveLength(0);
  expect(() => clean(unit('2a', told))).toThrow();
  // A size past the end, and one that does not end.
  expect(Buffer.from(clean(Buffer.from('32ff7f00', 'hex')))).toEqual(Buffer.from('32ff7f00', 'hex'));
  expect(Buffer.from(clean(Buffer.from('32ffffffffffffffffffff', 'hex')))).toHaveLength(11);
});
