import { asc, sql, type SQL } from 'drizzle-orm';
import { media, mediaRequests } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import { mediaOf } from './whole-child.ts';

/** A file of a child, and where it lies in the ZIP. */
export interface ChildFile {
  /** Null where storage has lost it. */
  readonly path: string | null;
  readonly storageKey: string;
  /** Absent of what was sent and is not prepared yet. */
  readonly mediaId?: string;
}

/** Every file that is kept of profiles, the oldest first: `media/001-image.webp`. */
export async function filesOf({ db, storage }: Pick<Services, 'db' | 'storage'>, ids: SQL): Promise<ChildFile[]> {
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
    .where(sql`${mediaRequests.profileId} in ${ids}`)
    .orderBy(asc(mediaRequests.createdAt), asc(mediaRequests.id));
  const all = [
    ...prepared.map(({ kind, fileName, ...rest }) => ({ ...rest, stem: kind, ending: endingOf(fileName) })),
    ...sent.flatMap(({ main, small, fileName }) => [
      ...(main === null ? [] : [{ storageKey: main, stem: 'unfinished', ending: endingOf(fileName) }]),
      ...(small === null ? [] : [{ storageKey: small, stem: 'unfinished-small', ending: '' }]),
    ]),
  ];
  const files: ChildFile[] = [];
  for (const { stem, ending, ...file } of all) {
    const number = String(files.length + 1).padStart(3, '0');
    const lost = (await storage.size(file.storageKey)) === undefined;
    files.push({ ...file, path: lost ? null : `media/${number}-${stem}${ending}` });
  }
  return files;
}

// A child's own words for a file are none that every file system takes.
const endingOf = (fileName: string): string => /\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0].toLowerCase() ?? '';
