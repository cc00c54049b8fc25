import { and, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { removeFiles } from '#api/domains/media/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  communityPosts,
  communityReplies,
  contents,
  media,
  pushAndListenItems,
  schools,
  textbooks,
} from '#api/ground/db/schema.ts';
import { olderThan } from './expired.ts';
import { inBatches, type Night } from './batches.ts';

const batchSize = 200;
// A form may stay open for long before its uploaded media are saved.
export const waitingDays = 7;

const used = or(
  ...[
    contents.pageImageMediaId,
    contents.audioMediaId,
    pushAndListenItems.audioMediaId,
    textbooks.thumbnailMediaId,
    schools.logoMediaId,
    communityPosts.mediaId,
    communityPosts.thumbnailMediaId,
    communityReplies.mediaId,
  ].map((column) => sql`exists (select from ${column.table} where ${column} = ${media.id})`),
);
const unused = not(used ?? sql`false`);

/** Removes the rows among these media that no page shows any more, and returns the storage keys of their files. */
export async function removeUnused(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return removeRows(tx, inArray(media.id, [...ids]));
}

/** Removes the pictures of teaching that no page shows, even if one showed them before. Sounds stay in their list. */
export function removeUnusedPictures(night: Night): Promise<number> {
  const { storage } = night.services;
  return inBatches(night, async (tx) => {
    const old = and(
      sql`${media.purpose} = 'teaching' and ${media.kind} = 'image'`,
      olderThan(media.createdAt, waitingDays),
    );
    const some = sql`${media.id} in (select id from ${media} where ${and(old, unused)} limit ${batchSize})`;
    const keys = await removeRows(tx, some);
    return { count: keys.length, afterwards: () => removeManyFiles(storage, keys) };
  });
}

async function removeRows(tx: Queryable, which: SQL): Promise<string[]> {
  const removed = await tx.delete(media).where(and(which, unused)).returning({ key: media.storageKey });
  return removed.map(({ key }) => key);
}

/** A process that dies in between leaves files without a row, which are swept. */
export async function removeManyFiles(storage: Night['services']['storage'], keys: readonly string[]): Promise<void> {
  for (const key of keys) await removeFiles(storage, key);
}
