import { inArray, or } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { media, mediaRequests, reportExports } from '#api/ground/db/schema.ts';
import { smallPictureKey } from '#api/ground/media/small-picture.ts';

/** Which of these keys a row of this database stands for. A small picture is known by its original. */
export async function knownKeys(db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = keys.flatMap((key) => [key, key.replace(/\.small$/, '')]);
  const stored = await db.select({ key: media.storageKey }).from(media).where(inArray(media.storageKey, asked));
  const sources = await db
    .select({ main: mediaRequests.sourceKey, thumbnail: mediaRequests.thumbnailSourceKey })
    .from(mediaRequests)
    .where(or(inArray(mediaRequests.sourceKey, asked), inArray(mediaRequests.thumbnailSourceKey, asked)));
  const files = await db
    .select({ key: reportExports.storageKey })
    .from(reportExports)
    .where(inArray(reportExports.storageKey, asked));
  return new Set([
    ...files.map(({ key }) => key),
    ...stored.flatMap(({ key }) => [key, smallPictureKey(key)]),
    ...sources.flatMap(({ main, thumbnail }) => [main, thumbnail].filter((key) => key !== null)),
  ]);
}
