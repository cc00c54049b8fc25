import {
  BufferTarget,
  canEncodeAudio,
  Conversion,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
  type AudioCodec,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  type Input,
  type InputVideoTrack,
} from 'mediabunny';
import { fileMaximum } from '#schema/rules/files.ts';
import { planOf, soundBitrate, type VideoPlan } from './video-plan.ts';
import type { Preparation } from './prepared-work.ts';

/** An opened video with its displayed size. */
export interface OpenVideo {
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

/** The maximum of frames per second; some phones record 60. */
const frameRate = 30;

/** The shares of the maximum size that are tried, since an encoder may exceed its target. */
const shares = [1, 0.6] as const;

/** Audio codecs that the server accepts in the containers made here. */
const copied = /^(aac|opus)$/;

/** Encodes a video again so that it fits. Undefined when this browser cannot, or only without the sound. */
export async function convertVideo(source: OpenVideo, options: Preparation): Promise<Converted | undefined> {
  if (!('VideoEncoder' in window) || !(await source.video.canDecode())) return undefined;
  for (const share of shares) {
    const made = await converted(source, planOf(source, share), options);
    if (!made || made.bytes.byteLength <= fileMaximum) return made;
  }
  return undefined;
}

async function converted(
  { input, video }: OpenVideo,
  plan: VideoPlan,
  { onProgress, signal }: Preparation,
): Promise<Converted | undefined> {
  const encoding = await encodingOf(plan);
  if (!encoding) return undefined;
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: encoding.format, target }),
    tracks: 'primary',
    video: { ...encoding.video, ...((await isFast(video)) ? { frameRate } : {}) },
    audio: await soundOf(input, encoding.audio),
    // Without tags, since a camera writes its location into them.
    tags: {},
    showWarnings: false,
  });
  // A conversion is valid even when it drops the sound.
  if (!conversion.isValid || conversion.discardedTracks.length > 0 || signal.aborted) return undefined;
  conversion.onProgress = onProgress;
  // A cancelled conversion ends only when its decoders end; closing the input before would break their reads.
  let ended: Promise<void> | undefined;
  const cancel = () => {
    ended = conversion.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  await conversion.execute().finally(() => {
    signal.removeEventListener('abort', cancel);
    return ended;
  });
  return target.buffer ? { bytes: target.buffer, type: encoding.type } : undefined;
}

/**
 * Encodes the sound again where the browser can. Safari 16.4 to 18 encodes pictures and no sound: there the packets are
 * copied, which needs no codec.
 */
async function soundOf(input: Input, codec: AudioCodec): Promise<ConversionAudioOptions> {
  const track = await input.getPrimaryAudioTrack();
  const isMade = !track || ((await track.canDecode()) && (await canEncodeAudio(codec)));
  if (!isMade && copied.test((await track.getCodec()) ?? '')) return {};
  return { codec, quality: new Quality({ bitrate: soundBitrate }) };
}

const isFast = async (video: InputVideoTrack) =>
  (await video.computePacketStats(60)).averagePacketRate > frameRate * 1.1;

/** H.264 when the browser can encode it, since it plays everywhere; else WebM. */
async function encodingOf({ width, height, bitrate }: VideoPlan) {
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
    // Rotates the frames themselves, since some players ignore the rotation metadata.
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
