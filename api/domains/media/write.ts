import { sizedPictureKeys } from '#api/ground/media/sized-pictures.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { newId } from '#api/ground/db/ids.ts';
import type { media } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import type { PreparedFile } from '#api/ground/media/formats.ts';

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
