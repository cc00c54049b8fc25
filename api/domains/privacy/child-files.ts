import { asc, sql, type SQL } from 'drizzle-orm';
import { media, mediaRequests } from '#api/ground/db/schema.ts';
import { eachOf } from '#api/ground/each-of.ts';
import { extensionOf } from '#api/ground/files/file-names.ts';
import type { Uses } from '#api/ground/services.ts';
import { mediaOf } from './whole-child.ts';

/** A stored file of a child, and its path in the ZIP. */
export interface ChildFile {
  /** Null when the file is missing in storage. */
  readonly path: string | null;
  readonly storageKey: string;
  /** Undefined for an upload that is not prepared yet. */
  readonly mediaId?: string;
}

// Storage is asked for the sizes of so many files at a time. The response begins when all sizes are known.
const askedTogether = 16;

/** All stored files of profiles, the oldest first: `media/001-image.webp`. */
export async function filesOf({ db, storage }: Uses<'db' | 'storage'>, ids: SQL): Promise<ChildFile[]> {
  const prepared = await db
    .select({ mediaId: media.id, storageKey: media.storageKey, kind: media.kind, fileName: media.fileName })
    .from(media)
    .where(sql`${media.id} in ${mediaOf(ids)}`)
    .orderBy(asc(media.createdAt), asc(media.id));
  const sent = await db
    .select({
      main: mediaRequests.sourceKey,
      small: mediaRequests.thumbnailSourceKey,
      fileName: mediaRequests.fileName,
    })
    .from(mediaRequests)
    .where(sql`${mediaRequests.profileId} = any(${ids})`)
    .orderBy(asc(mediaRequests.createdAt), asc(mediaRequests.id));
  // A path keeps only the extension, since a child's file name may be invalid in a file system.
  const all = [
    ...prepared.map(({ kind, fileName, ...rest }) => ({ ...rest, stem: kind, ending: extensionOf(fileName) })),
    ...sent.flatMap(({ main, small, fileName }) => [
      ...(main === null ? [] : [{ storageKey: main, stem: 'unfinished', ending: extensionOf(fileName) }]),
      ...(small === null ? [] : [{ storageKey: small, stem: 'unfinished-small', ending: '' }]),
    ]),
  ];
  const missing = new Set<string>();
  await eachOf(all, askedTogether, async ({ storageKey }) => {
    if ((await storage.size(storageKey)) === undefined) missing.add(storageKey);
  });
  return all.map(({ stem, ending, ...file }, at) => {
    const number = String(at + 1).padStart(3, '0');
    return { ...file, path: missing.has(file.storageKey) ? null : `media/${number}-${stem}${ending}` };
  });
}
