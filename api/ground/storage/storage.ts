import type { Readable } from 'node:stream';

/** Bytes of a stored file, both ends included, as HTTP counts them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file store: a folder on this machine, or any store with keys, ranges and sizes. */
export interface Storage {
  /** Stores the complete stream under the key or nothing; replaces an existing file. */
  put(key: string, content: Readable): Promise<{ readonly size: number }>;
  /** Reads a file, out of the quarantine too. Rejects with `StoredFileMissing` before a byte is read. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes, of a file in the quarantine too, or undefined when nothing is stored under the key. */
  size(key: string): Promise<number | undefined>;
  /** Removes a file for good, from the quarantine too. A missing file is no error. */
  remove(key: string): Promise<void>;
  /** Every stored file except those in the quarantine, in no order. */
  list(): AsyncIterable<StoredEntry>;
  /** Removes uploads that began before an instant and never completed. */
  sweepUnfinished(before: Date): Promise<void>;

  /** Moves a file into the quarantine, where `open` still finds it. A missing file is no error. */
  setAside(key: string): Promise<void>;
  /** Moves a file out of the quarantine to its place; a file that is in its place stays as it is. */
  bringBack(key: string): Promise<void>;
  /** Every file in the quarantine; `storedAt` is when it was set aside. */
  listSetAside(): AsyncIterable<StoredEntry>;
  /** Removes a file from the quarantine alone. */
  removeSetAside(key: string): Promise<void>;

  /** The mark of the installation that owns the store; undefined without a mark. */
  readMark(): Promise<StoreMark | undefined>;
  writeMark(mark: StoreMark): Promise<void>;
  /** Afterwards the store belongs to no installation. */
  removeMark(): Promise<void>;
  /** Whether a file has a bare key, as in buckets before keys had the installation's prefix. */
  isBare(key: string): Promise<boolean>;
}

export interface StoredEntry {
  readonly key: string;
  readonly storedAt: Date;
}

/** A file in the media store that names the owning installation. */
export interface StoreMark {
  /** The id in the database's `installation` row. */
  readonly installation: string;
  /** Identifies the database: a copy of it has the same installation id but another value here. */
  readonly database?: string;
  /** The bucket was used before keys had a prefix, so a file may have a bare key. */
  readonly bareKeys?: boolean;
}

export class StoredFileMissing extends Error {
  constructor(key: string) {
    super(`No file is stored under ${key}`);
  }
}

const keyForm = /^[\w-]{8,120}(\.[\w-]{1,20}){0,2}$/;

export const isStorageKey = (key: string): boolean => keyForm.test(key);

/** Keys are flat names without separators, so that no key can leave a folder or bucket. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
}
