import { sizedPictureKeys } from '#api/ground/media/sized-pictures.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import type { media } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import type { PreparedFile } from '#api/ground/media/formats.ts';
import type { Uses } from '#api/ground/services.ts';

type NewMedia = typeof media.$inferInsert;

interface FileToStore extends Pick<NewMedia, 'purpose' | 'uploadedById' | 'profileId'> {
  readonly file: PreparedFile;
  readonly storageKey: string;
  /** The file name that the sender gave. */
  readonly fileName: string;
}

/** Stores a prepared file and returns the row that the caller writes. Without a row, a sweep removes the file. */
export async function storeFile(storage: Storage, { file, fileName, ...given }: FileToStore): Promise<NewMedia> {
  const hash = createHash('sha256');
  const { size } = await storage.put(given.storageKey, Readable.from(hashed(file.path, hash)));
  const name = `${stemOf(fileName)}.${file.extension}`;
  return {
    ...given,
    id: newId(),
    kind: file.kind,
    contentType: file.contentType,
    byteSize: size,
    width: file.width,
    height: file.height,
    durationMs: file.durationMs,
    fileName: name,
    searchText: searchText(name),
    sha256: hash.digest('hex'),
  };
}

async function* hashed(path: string, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
}

// The extension follows the prepared file's type: `cat.html.gif` is shown as `cat.html.png`.
const stemOf = (fileName: string): string => fileName.replace(/\.[^.]{0,10}$/, '') || 'file';

/** Removes a stored file and its sized pictures for good. A sweep removes files that a dying process leaves behind. */
export async function removeFiles(storage: Storage, storageKey: string): Promise<void> {
  await storage.remove(storageKey);
  for (const key of sizedPictureKeys(storageKey)) await storage.remove(key);
}

/**
 * Runs the transaction that writes the rows of stored files. The files are removed when it fails before its commit was
 * sent. A failed commit may have been executed, as when the connection is lost before the answer: then the files stay, and
 * a sweep removes them if they have no rows.
 */
export async function writeRowsOf<Result>(
  { db, storage }: Uses<'db' | 'storage'>,
  storageKeys: readonly string[],
  write: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false;
  try {
    return await db.transaction(async (tx) => {
      // A transaction that PostgreSQL ended because of a deadlock runs again.
      isCommitting = false;
      const result = await write(tx);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    // The caller needs the reason of the failure, also when the store fails too.
    if (!isCommitting) await Promise.allSettled(storageKeys.map((key) => removeFiles(storage, key)));
    throw error;
  }
}
