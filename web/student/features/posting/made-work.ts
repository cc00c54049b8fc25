import type { Posting } from '#web/student/platform/sending/work.ts';

/** A picture or a film as it will be sent. */
export type MadeWork = Pick<Posting, 'kind' | 'type' | 'bytes' | 'thumbnail'>;

/** Why there is nothing to send; each has its own words with the one next step. */
export type PostingTrouble = 'Picture' | 'NotPicture' | 'Heic' | 'Film' | 'NotFilm' | 'TooLong' | 'TooBig' | 'Offline';

/** Thrown by what makes a work of a file. */
export class Unfit extends Error {
  readonly trouble: PostingTrouble;

  constructor(trouble: PostingTrouble) {
    super(`No work for a wall: ${trouble}`);
    this.trouble = trouble;
  }
}

export interface Making {
  /** How much is made, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}
