import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { Page } from 'playwright-core';
import type { Device, DeviceOptions } from './browser.ts';
import { hold } from './child-device.ts';
import type { Product } from './product.ts';
import { speakerOf } from './speaking.ts';
import { keptFiles } from './waiting-work.ts';

export interface Posting extends Device {
  readonly profileId: string;
  readonly since: Date;
  readonly wall: string;
}

/** A child of a class whose posts wait for the teacher, where something is put on its wall. */
export async function posting(product: Product, child: number, options: DeviceOptions): Promise<Posting> {
  const poster = await speakerOf(product, child);
  const device = await product.browser.device(options);
  await hold(product, device, poster);
  const wall = new URL(`/student/community/list?class=${poster.class}`, product.world.url).href;
  await device.page.goto(wall);
  await device.page.locator('.wall-add').click();
  await device.page.locator('.posting-desk').waitFor();
  return { ...device, profileId: poster.profileId, since: poster.since, wall };
}

interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Chooses a file as from the album; a large one by its path. */
export const choose = (page: Page, kind: 'image' | 'video', file: Chosen | string): Promise<void> =>
  page.locator(`.posting-kind input[accept="${kind}/*"]:not([capture])`).setInputFiles(file);

/** The button that opens the recorder, below those for pictures and videos. */
export const speakButton = '.posting-kind >> nth=2 >> .button';

/** The file that waits on the device, as it will be sent. */
export async function waitingFile(page: Page): Promise<Buffer> {
  const [file] = await keptFiles(page);
  return file ?? Buffer.alloc(0);
}

/** A film of a few seconds with a tone, as this very browser records it. */
export async function recordedFilm(page: Page): Promise<Buffer> {
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 360;
    const pen = canvas.getContext('2d');
    const context = new AudioContext();
    await context.resume();
    const ear = context.createMediaStreamDestination();
    const tone = context.createOscillator();
    tone.connect(ear);
    tone.start();
    const stream = new MediaStream([...canvas.captureStream(20).getTracks(), ...ear.stream.getTracks()]);
    const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp8,opus' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 40; frame += 1) {
      if (pen) pen.fillStyle = `hsl(${frame * 9} 80% 60%)`;
      pen?.fillRect(0, 0, 640, 360);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    void context.close();
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(recorded, 'base64');
}

/** The same film as a phone writes it that was held upright: lying on its side, and too large for a wall as it is. */
export async function phoneFilm(film: Buffer, size: number): Promise<Buffer> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  await (await Conversion.init({ input, output, video: { rotate: 90 } })).execute();
  const nothing = Buffer.alloc(size);
  nothing.writeUInt32BE(size);
  nothing.write('free', 4);
  return Buffer.concat([new Uint8Array(target.buffer ?? new ArrayBuffer()), nothing]);
}

/** The same film with a camera's AAC in place of its sound: silence, since Chromium has no AAC encoder. */
export async function withAac(film: Buffer): Promise<Buffer> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) });
  const track = await input.getPrimaryVideoTrack();
  const [decoderConfig, seconds] = await Promise.all([track?.getDecoderConfig(), input.computeDuration()]);
  if (!track || !decoderConfig) throw new Error('the film has no pictures');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const [pictures, sound] = [new EncodedVideoPacketSource('vp8'), new EncodedAudioPacketSource('aac')];
  output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) await pictures.add(packet, { decoderConfig });
  const description = Uint8Array.of(0x11, 0x88);
  const mono = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 1, description };
  const silence = Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80);
  const frame = 1024 / mono.sampleRate;
  for (let index = 0; index < seconds / frame; index += 1)
    await sound.add(new EncodedPacket(silence, 'key', index * frame, frame), { decoderConfig: mono });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

/** The same film's pictures over and over, as a device that makes it small is at it for a while. */
export async function longFilm(film: Buffer, times: number): Promise<Buffer> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) });
  const track = await input.getPrimaryVideoTrack();
  const [decoderConfig, seconds] = await Promise.all([track?.getDecoderConfig(), input.computeDuration()]);
  if (!track || !decoderConfig) throw new Error('the film has no pictures');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const pictures = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(pictures);
  await output.start();
  // A moment between two rounds: sums of fractions are not exact.
  const round = seconds + 0.05;
  for (let time = 0; time < times; time += 1)
    for await (const packet of new EncodedPacketSink(track).packets())
      await pictures.add(packet.clone({ timestamp: packet.timestamp + time * round }), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}
