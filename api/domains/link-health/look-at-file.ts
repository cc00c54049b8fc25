import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import type { media } from '#api/ground/db/schema.ts';
import { type Storage, StoredFileMissing } from '#api/ground/storage/storage.ts';
import type { Finding } from './finding.ts';

export type FileToCheck = Pick<typeof media.$inferSelect, 'id' | 'storageKey' | 'byteSize' | 'sha256'>;

/** Whether a stored file has the size and the bytes of its row. Rejects when the signal aborts. */
export async function lookAtFile(
  storage: Storage,
  { storageKey, byteSize, sha256 }: FileToCheck,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const size = await storage.size(storageKey);
    if (size === undefined) return 'missing';
    if (size !== byteSize) return 'changed';
    const hash = createHash('sha256');
    const content = addAbortSignal(signal, await storage.open(storageKey));
    for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest('hex') === sha256 ? 'well' : 'changed';
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof StoredFileMissing ? 'missing' : 'unknown';
  }
}
