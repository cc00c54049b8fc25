import type { Readable } from 'node:stream';

/** Where backups are kept: a folder, or a bucket of a store that speaks S3. Names are paths with `/`. */
export interface Place {
  /** For people, without credentials. */
  readonly title: string;
  /** Stores the whole stream under the name, or nothing of it. */
  put(name: string, content: Readable): Promise<{ readonly size: number }>;
  /** Rejects with `NotInPlace` before a byte is read. */
  open(name: string): Promise<Readable>;
  /** Every name below a folder, in no order. */
  list(folder: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
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
