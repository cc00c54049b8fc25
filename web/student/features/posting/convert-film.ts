import {
  BufferTarget,
  canEncodeAudio,
  Conversion,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
  type ConversionVideoOptions,
  type Input,
  type InputVideoTrack,
} from 'mediabunny';
import { fileMaximum } from '#schema/rules/files.ts';
import { planOf, soundBitrate, type FilmPlan } from './film-plan.ts';
import type { Making } from './made-work.ts';

/** A film that can be read, as it is shown. */
export interface OpenFilm {
  readonly input: Input;
  readonly video: InputVideoTrack;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
}

interface Converted {
  readonly bytes: ArrayBuffer;
  readonly type: string;
}

/** Frames a second that are enough; a phone in a hurry takes 60. */
const frameRate = 30;

/** Parts of the room that are tried: an encoder may not keep to what it was told. */
const shares = [1, 0.6] as const;

/** Makes a film anew so that it fits; undefined where this browser cannot. */
export async function convertFilm(film: OpenFilm, making: Making): Promise<Converted | undefined> {
  if (!('VideoEncoder' in window) || !(await film.video.canDecode())) return undefined;
  for (const share of shares) {
    const made = await converted(film, planOf(film, share), making);
    if (!made || made.bytes.byteLength <= fileMaximum) return made;
  }
  return undefined;
}

async function converted(
  { input, video }: OpenFilm,
  plan: FilmPlan,
  { onProgress, signal }: Making,
): Promise<Converted | undefined> {
  const look = await lookOf(plan);
  if (!look) return undefined;
  const target = new BufferTarget();
  const sound = new Quality({ bitrate: soundBitrate });
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: look.format, target }),
    tracks: 'primary',
    video: { ...look.video, ...((await isFast(video)) ? { frameRate } : {}) },
    audio: { codec: look.audio, quality: sound },
    // The camera wrote where it was.
    tags: {},
    showWarnings: false,
  });
  if (!conversion.isValid || signal.aborted) return undefined;
  conversion.onProgress = onProgress;
  // Given up, it has ended only when its decoders have: what they still read is not to be closed under them.
  let ended: Promise<void> | undefined;
  const cancel = () => {
    ended = conversion.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  await conversion.execute().finally(() => {
    signal.removeEventListener('abort', cancel);
    return ended;
  });
  return target.buffer ? { bytes: target.buffer, type: look.type } : undefined;
}

const isFast = async (video: InputVideoTrack) =>
  (await video.computePacketStats(60)).averagePacketRate > frameRate * 1.1;

/** H.264 where the browser writes it, as it plays on everything; else WebM. */
async function lookOf({ width, height, bitrate }: FilmPlan) {
  const quality = new Quality({ bitrate });
  const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], { width, height, quality });
  if (codec === null) return undefined;
  const video: ConversionVideoOptions = {
    codec,
    width,
    height,
    fit: 'fill',
    quality,
    forceTranscode: true,
    // Turned in its pictures: not every player reads how the phone was held.
    allowTransformationMetadata: false,
  };
  const isMp4 = codec === 'avc';
  return {
    video,
    format: isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(),
    type: isMp4 ? 'video/mp4' : 'video/webm',
    audio: isMp4 && (await canEncodeAudio('aac')) ? ('aac' as const) : ('opus' as const),
  };
}
