import {
  AdtsOutputFormat,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  MkvOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { film, opusConfig, sound } from './media-samples.ts';

/** Recordings that are real, and not taken as they are. */

interface Long {
  readonly seconds: number;
  readonly format?: 'webm' | 'mkv';
  /** Without an end that is known, as a browser's recorder writes it. */
  readonly live?: boolean;
}

/** A sound in packets of a second, so that hours of it are few bytes. */
export async function longSound({ seconds, format = 'webm', live = false }: Long): Promise<Buffer> {
  const container = format === 'webm' ? new WebMOutputFormat({ appendOnly: live }) : new MkvOutputFormat();
  const output = new Output({ format: container, target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  for (let second = 0; second < seconds; second += 1)
    await source.add(new EncodedPacket(Buffer.from([0x78, 1, 2, 3, 4]), 'key', second, 1), opusConfig);
  return finished(output);
}

/** A sound in AAC frames without a container, as radios record it. */
export async function bareAac(): Promise<Buffer> {
  const output = new Output({ format: new AdtsOutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  // AAC LC, 44,100 Hz, two channels.
  const decoderConfig = {
    codec: 'mp4a.40.2',
    numberOfChannels: 2,
    sampleRate: 44_100,
    description: Uint8Array.from([0x12, 0x10]),
  };
  for (let frame = 0; frame < 50; frame += 1)
    await source.add(new EncodedPacket(Buffer.alloc(30, 7), 'key', (frame * 1024) / 44_100, 1024 / 44_100), {
      decoderConfig,
    });
  return finished(output);
}

/** The same bytes, said to be of a codec that old cameras write: MPEG-4 Visual, which no browser plays. */
export async function oldFilm(): Promise<Buffer> {
  return renamed(await film({ seconds: 3 }), 'avc1', 'mp4v');
}

/** A voice memo of an old telephone: AMR in an MP4. */
export async function oldVoice(): Promise<Buffer> {
  return renamed(await sound('m4a'), 'Opus', 'samr');
}

function renamed(file: Buffer, from: string, to: string): Buffer {
  const at = file.indexOf(from, file.indexOf('stsd'), 'latin1');
  if (at < 0) throw new Error(`the file has no ${from}`);
  file.write(to, at, 'latin1');
  return file;
}

async function finished(output: Output<OutputFormat, BufferTarget>): Promise<Buffer> {
  await output.finalize();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}
