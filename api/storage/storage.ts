import type { Readable } from 'node:stream';

/** Bytes of a stored file, both ends included, as HTTP counts them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where files live: a folder on this machine, or any store that knows keys, ranges and sizes. */
export interface Storage {
  /** Stores the whole stream under the key, or nothing of it; what was there before is replaced. */
  put(key: string, content: Readable): Promise<{ readonly size: number }>;
  /** Rejects with `StoredFileMissing` before a byte is read. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes, or undefined when nothing is stored under the key. */
  size(key: string): Promise<number | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every stored file, in no order. */
  list(): AsyncIterable<StoredEntry>;
  /** Removes what was begun before an instant and never became a file. */
  sweepUnfinished(before: Date): Promise<void>;
}

export interface StoredEntry {
  readonly key: string;
  readonly storedAt: Date;
}

export class StoredFileMissing extends Error {
  constructor(key: string) {
    super(`No file is stored under ${key}`);
  }
}

const keyForm = /^[\w-]{8,120}(\.[\w-]{1,20}){0,2}$/;

/** Keys are flat names without separators, so that no key can leave a folder or bucket. */
export function assertStorageKey(key: string): void {
  if (!keyForm.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
}
