import {
  type InputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { MediaKind, RecordingFormat } from '../formats.ts';

interface Container {
  readonly input: InputFormat;
  readonly makeOutput: () => OutputFormat;
  readonly extension: Partial<Record<MediaKind, string>>;
  readonly contentType: Partial<Record<MediaKind, string>>;
}

// The index comes first, so that a player starts before the whole file has arrived.
const asMp4 = {
  makeOutput: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  extension: { video: 'mp4', audio: 'm4a' },
  contentType: { video: 'video/mp4', audio: 'audio/mp4' },
};

/** How each container is read and written. QuickTime becomes MP4, which every browser plays. */
export const containers: Readonly<Record<RecordingFormat, Container>> = {
  mp4: { ...asMp4, input: MP4 },
  mov: { ...asMp4, input: QTFF },
  webm: {
    input: WEBM,
    makeOutput: () => new WebMOutputFormat(),
    extension: { video: 'webm', audio: 'weba' },
    contentType: { video: 'video/webm', audio: 'audio/webm' },
  },
  mp3: {
    input: MP3,
    makeOutput: () => new Mp3OutputFormat(),
    extension: { audio: 'mp3' },
    contentType: { audio: 'audio/mpeg' },
  },
  ogg: {
    input: OGG,
    makeOutput: () => new OggOutputFormat(),
    extension: { audio: 'ogg' },
    contentType: { audio: 'audio/ogg' },
  },
  wav: {
    input: WAVE,
    makeOutput: () => new WavOutputFormat(),
    extension: { audio: 'wav' },
    contentType: { audio: 'audio/wav' },
  },
};

/** The codecs that browsers play; for PCM, the formats of WAV files. */
export const playable = /^(avc|hevc|vp8|vp9|av1|aac|mp3|opus|vorbis|pcm-u8|pcm-s16|pcm-s24|pcm-s32|pcm-f32|ulaw|alaw)$/;
