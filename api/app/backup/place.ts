import type { Readable } from 'node:stream';

/** The storage of backups: a folder, or a bucket of an S3-compatible store. Names are paths with `/`. */
export interface Place {
  /** The place in words, without credentials. */
  readonly title: string;
  /** Stores the whole stream under the name, or nothing of it. */
  put(name: string, content: Readable): Promise<{ readonly size: number }>;
  /** Rejects with `NotInPlace` before a byte is read. */
  open(name: string): Promise<Readable>;
  /** Every name below a folder, in no order. */
  list(folder: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
  /** Removes what killed backups were storing before an instant. */
  removeUnfinished(before: Date): Promise<void>;
}

export class NotInPlace extends Error {
  constructor(name: string) {
    super(`${name} is not there`);
  }
}

const nameForm = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/** No name leads out of the place. */
export function assertPlaceName(name: string): void {
  if (!nameForm.test(name)) throw new Error(`Not a name in a backup: ${JSON.stringify(name)}`);
}
