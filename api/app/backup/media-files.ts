import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { eachOf } from '#api/ground/each-of.ts';
import { type Storage, StoredFileMissing } from '#api/ground/storage/storage.ts';
import type { ListedFile } from './manifest.ts';
import type { Place } from './place.ts';
import type { Seal } from './seal.ts';

/** A file in the database. `sha256` is null for an upload that is not processed yet. */
interface KnownFile {
  readonly key: string;
  readonly sha256: string | null;
}

// Small pictures are left out, since they are made again on request.
const knownFiles = `
  select storage_key as key, sha256 from media
  union all select source_key, null from media_requests where source_key is not null
  union all select thumbnail_source_key, null from media_requests where thumbnail_source_key is not null
  union all select storage_key, null from report_exports where state = 'done'
  union all select storage_key || format, null from student_albums, (values ('.pdf'), ('.zip')) formats(format) where state = 'done'
  order by key`;

const stillKnown = `select from (${knownFiles}) known where key = $1`;

const atOnce = 4;

export interface CopiedFiles {
  readonly files: readonly ListedFile[];
  /** Keys of rows that are still there without a file. */
  readonly missing: readonly string[];
  /** Keys of files whose content differs from their row's hash. They are copied as they are. */
  readonly damaged: readonly string[];
  /** Files that were deleted, row and file, since the snapshot was taken. */
  readonly vanished: number;
  readonly copied: number;
  readonly copiedBytes: number;
}

export interface MediaCopy {
  readonly storage: Storage;
  readonly place: Place;
  readonly seal: Seal;
  /** The files of earlier backups that are already in the place, by key. */
  readonly known: Map<string, ListedFile>;
}

export const nameOfFile = (seal: Pick<Seal, 'folder' | 'suffix'>, key: string): string =>
  `files/${seal.folder}/${createHash('sha256').update(key).digest('hex').slice(0, 2)}/${key}${seal.suffix}`;

/**
 * Copies each file of a snapshot that the place does not have. Files are immutable under their key, so a copied file is
 * not read again. `now` reads the current state, in which a file of the snapshot may be deleted.
 */
export async function copyMedia(
  { snapshot, now }: { snapshot: ClientBase; now: ClientBase },
  copy: MediaCopy,
): Promise<CopiedFiles> {
  const { rows } = await snapshot.query<KnownFile>(knownFiles);
  const files: ListedFile[] = [];
  const missing: string[] = [];
  const damaged: string[] = [];
  const totals = { vanished: 0, copied: 0, copiedBytes: 0 };
  await eachOf(rows, atOnce, async ({ key, sha256 }) => {
    const there = copy.known.get(key);
    const file = there ?? (await copyFile(key, copy));
    if (file) {
      files.push(file);
      copy.known.set(key, file);
      if (sha256 !== null && file.sha256 !== sha256) damaged.push(key);
      if (!there) {
        totals.copied += 1;
        totals.copiedBytes += file.size;
      }
    } else if ((await now.query(stillKnown, [key])).rowCount === 0) totals.vanished += 1;
    else missing.push(key);
  });
  files.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { files, missing, damaged, ...totals };
}

async function copyFile(key: string, { storage, place, seal }: MediaCopy): Promise<ListedFile | undefined> {
  const content = await storage.open(key).catch((error: unknown) => {
    if (error instanceof StoredFileMissing) return undefined;
    throw error;
  });
  if (!content) return undefined;
  const hash = createHash('sha256');
  let size = 0;
  async function* hashed(stream: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  const plain = Readable.from(hashed(content), { objectMode: false });
  await place.put(nameOfFile(seal, key), await seal.close(plain));
  return { key, size, sha256: hash.digest('hex') };
}
