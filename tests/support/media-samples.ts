import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import sharp from 'sharp';
import { encodeWav } from '#api/app/demo/sounds/wav.ts';

/** Words that no file which is shown may still hold. */
export const secretPlace = '+35.6586+139.7454/';

/** A photograph as a phone takes it: lying on its side, and telling where it was taken. With grain it has a camera's bytes. */
export function photo(width = 320, height = 240, grain = 0): Promise<Buffer> {
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 30/1', GPSLongitudeRef: 'E', GPSMapDatum: secretPlace };
  const noise = { noise: { type: 'gaussian', mean: 128, sigma: grain } } as const;
  return sharp({ create: { width, height, channels: 3, background: '#c84', ...(grain > 0 && noise) } })
    .withExif({ IFD0: { Make: 'Telltale', Artist: secretPlace }, IFD3: gps })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secretPlace}</a></x:xmpmeta>`)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export const picture = (format: 'png' | 'webp' | 'gif' | 'jpeg', width = 32, height = 24): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#48c' } })
    .toFormat(format)
    .toBuffer();

/** A picture of few bytes and many pixels. */
export const bomb = (side: number): Promise<Buffer> =>
  sharp({
    create: { width: side, height: side, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();

// An H.264 description of the smallest kind: nothing here is ever decoded.
const avcDescription = Uint8Array.from(
  Buffer.from('0142c01effe1000a6742c01eda0280bfe580010004 68ce3c80'.replaceAll(' ', ''), 'hex'),
);

interface Film {
  readonly seconds: number;
  readonly container?: 'mp4' | 'webm';
  readonly withSound?: boolean;
  /** The index at the end, as cameras write it. */
  readonly indexLast?: boolean;
  /** Without an end that is known, as a browser's recorder writes it. */
  readonly live?: boolean;
  /** Of each frame, in bytes. */
  readonly frameSize?: number;
  /** The seconds that a phone cut off from the beginning: they stay in the file, before time 0. Every second frame is whole. */
  readonly cut?: number;
  /** The seconds by which the sound begins earlier, as encoders need it. */
  readonly soundDelay?: number;
}

/** A film of one frame a second that tells in its tags where it was made. */
export async function film({
  seconds,
  container = 'mp4',
  withSound,
  indexLast,
  live,
  frameSize = 6,
  cut = 0,
  soundDelay = 0,
}: Film): Promise<Buffer> {
  const isMp4 = container === 'mp4';
  const format = isMp4
    ? new Mp4OutputFormat({ fastStart: indexLast ? false : 'in-memory' })
    : new WebMOutputFormat({ appendOnly: live });
  const output = new Output({ format, target: new BufferTarget() });
  const picture = new EncodedVideoPacketSource(isMp4 ? 'avc' : 'vp8');
  const sound = new EncodedAudioPacketSource('opus');
  output.addVideoTrack(picture, { rotation: 90, name: secretPlace });
  if (withSound) output.addAudioTrack(sound, { name: secretPlace });
  output.setMetadataTags({ title: 'At home', comment: secretPlace });
  await output.start();
  const decoderConfig = isMp4
    ? { codec: 'avc1.42c01e', codedWidth: 640, codedHeight: 360, description: avcDescription }
    : { codec: 'vp8', codedWidth: 640, codedHeight: 360 };
  for (let second = 0; second < seconds; second += 1) {
    const bytes = Buffer.concat([Buffer.from([0, 0, 0, 0, 0x65, second & 255])], frameSize);
    bytes.writeUInt32BE(frameSize - 4);
    const type = cut === 0 || second % 2 === 0 ? 'key' : 'delta';
    await picture.add(new EncodedPacket(bytes, type, second - cut, 1), { decoderConfig });
    const soundAt = second - cut - soundDelay;
    if (withSound) await sound.add(new EncodedPacket(Buffer.alloc(40, 0xfc), 'key', soundAt, 1), opusConfig);
  }
  return finished(output);
}

const opusHead = Uint8Array.from(
  Buffer.from(`${Buffer.from('OpusHead').toString('hex')}0101380180bb0000000000`, 'hex'),
);
/** A voice in Opus. */
export const opusConfig = {
  decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: opusHead },
};

/** A voice recording. */
export async function sound(format: 'mp3' | 'm4a' | 'ogg' | 'webm' | 'wav', seconds = 2): Promise<Buffer> {
  if (format === 'wav') return withList(encodeWav(new Float32Array(seconds * 22_050)));
  if (format === 'mp3') return mp3(seconds);
  const formats: Record<typeof format, OutputFormat> = {
    m4a: new Mp4OutputFormat(),
    ogg: new OggOutputFormat(),
    webm: new WebMOutputFormat(),
  };
  const output = new Output({ format: formats[format], target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  output.setMetadataTags({ title: 'At home', comment: secretPlace });
  await output.start();
  // Frames of 20 ms, as an encoder makes them.
  for (let at = 0; at < seconds * 50; at += 1)
    await source.add(new EncodedPacket(Buffer.from([0x78, 1, 2, 3, 4]), 'key', at / 50, 1 / 50), opusConfig);
  return finished(output);
}

async function mp3(seconds: number): Promise<Buffer> {
  const output = new Output({ format: new Mp3OutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('mp3');
  output.addAudioTrack(source);
  output.setMetadataTags({ title: 'At home', comment: secretPlace });
  await output.start();
  const decoderConfig = { codec: 'mp3', numberOfChannels: 2, sampleRate: 44_100 };
  const frame = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);
  const length = 1152 / 44_100;
  for (let at = 0; at * length < seconds; at += 1)
    await source.add(new EncodedPacket(frame, 'key', at * length, length), { decoderConfig });
  return finished(output);
}

async function finished(output: Output<OutputFormat, BufferTarget>): Promise<Buffer> {
  await output.finalize();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}

// Where a recorder writes who and where: a LIST chunk behind the sound.
function withList(wav: Buffer): Buffer {
  const text = Buffer.from(`INFOICMT\x14\0\0\0${secretPlace}\0\0`.padEnd(32, '\0'), 'latin1');
  const file = Buffer.concat([wav, Buffer.from('LIST '.slice(0, 4)), Buffer.from([text.length, 0, 0, 0]), text]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}
