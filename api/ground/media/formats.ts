import type { FilePart } from '#schema/rest/operation.ts';
import type { PictureFormat } from '#schema/rules/picture-end.ts';

export type MediaKind = Exclude<FilePart['kind'], 'table' | 'archive'>;

/** The accepted formats, and the kinds of media that each may be used as. */
export const formats = {
  jpeg: ['image'],
  png: ['image'],
  webp: ['image'],
  gif: ['image'],
  mp4: ['video', 'audio'],
  mov: ['video', 'audio'],
  webm: ['video', 'audio'],
  mp3: ['audio'],
  ogg: ['audio'],
  wav: ['audio'],
} as const satisfies Record<string, readonly MediaKind[]>;

export type MediaFormat = keyof typeof formats;
export type RecordingFormat = Exclude<MediaFormat, PictureFormat>;

/** A re-encoded file that may be served. */
export interface PreparedFile {
  readonly path: string;
  readonly kind: MediaKind;
  readonly contentType: string;
  /** Without its dot. */
  readonly extension: string;
  /** In pixels, as it is shown. */
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
}
