import { local, readStored, writeStored } from '#web/shared/storage.ts';
import { isRecord } from './stored-profile.ts';

const key = 'lastBook';

/** The book that was last opened on this device, whoever opened it. */
export interface LastBook {
  readonly hashCode: string;
  readonly name: string;
}

export function readLastBook(): LastBook | null {
  const stored = readStored(local, key);
  if (!isRecord(stored)) return null;
  const { hashCode, name } = stored;
  return typeof hashCode === 'string' && typeof name === 'string' ? { hashCode, name } : null;
}

export function rememberLastBook({ hashCode, name }: LastBook): void {
  writeStored(local, key, { hashCode, name });
}
