import type { Posting } from '#web/student/platform/sending/work.ts';

/** A picture or a video in the form that is sent. */
export type PreparedWork = Pick<Posting, 'kind' | 'type' | 'bytes' | 'thumbnail'>;

/** Why a file cannot become a work; each reason has its own text with one next step. */
type FileTrouble = 'Picture' | 'NotPicture' | 'Heic' | 'Film' | 'NotFilm' | 'TooLong' | 'TooBig';

/** Why a file did not become a work; after the last two, another try with the same file may succeed. */
export type PostingTrouble = FileTrouble | 'Offline' | 'Failed';

/** A file as the child chose or made it. */
export interface ChosenFile {
  readonly kind: PreparedWork['kind'];
  readonly file: File;
}

/** The error for a file that cannot become a work. */
export class UnusableFile extends Error {
  readonly trouble: FileTrouble;

  constructor(trouble: FileTrouble) {
    super(`No work for a wall: ${trouble}`);
    this.trouble = trouble;
  }
}

export interface Preparation {
  /** Progress from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}
