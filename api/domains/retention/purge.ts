import { type SQL, sql } from 'drizzle-orm';
import { removeAlbumFiles } from '#api/domains/albums/files.ts';
import { trashTables } from '#api/domains/trash/kinds.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import {
  communityPosts,
  communityReplies,
  contents,
  pushAndListenItems,
  studentAlbums,
  textbooks,
} from '#api/ground/db/schema.ts';
import type { TrashKind } from '#schema/rest/trash.ts';
import { inBatches, type Night } from './batches.ts';
import { expiredIds } from './expired.ts';
import { forgetInAudit, forgetProfiles } from './forget-child.ts';
import { removeManyFiles, removeUnused } from './unused-media.ts';

interface Purge {
  readonly kind: TrashKind;
  readonly batchSize: number;
  /** The media that the rows show. */
  readonly media?: (ids: SQL) => SQL;
  /** The albums that go with the rows. */
  readonly albums?: (ids: SQL) => SQL;
  /** Writes that need the rows, and so run before the deletion. */
  readonly before?: (tx: Queryable, ids: SQL) => Promise<void>;
}

// Parts come before wholes (posts before classes), so that no single deletion cascades to half a school. Textbooks come
// after the classes that use them.
const purges: readonly Purge[] = [
  {
    kind: 'community_posts',
    batchSize: 200,
    media: (ids) => sql`select unnest(array[${communityPosts.mediaId}, ${communityPosts.thumbnailMediaId}]) as id
      from ${communityPosts} where ${communityPosts.id} = any(${ids})
      union select ${communityReplies.mediaId} from ${communityReplies} where ${communityReplies.postId} = any(${ids})`,
    before: (tx, ids) => forgetInAudit(tx, 'community_posts', ids),
  },
  {
    kind: 'profiles',
    batchSize: 20,
    albums: (ids) => sql`select ${studentAlbums.storageKey} as key
      from ${studentAlbums} where ${studentAlbums.profileId} = any(${ids})`,
    before: forgetProfiles,
  },
  { kind: 'classes', batchSize: 50 },
  {
    kind: 'push_and_listen_items',
    batchSize: 200,
    media: (ids) => sql`select ${pushAndListenItems.audioMediaId} as id
      from ${pushAndListenItems} where ${pushAndListenItems.id} = any(${ids})`,
  },
  {
    kind: 'contents',
    batchSize: 100,
    media: (ids) => sql`select unnest(array[${contents.pageImageMediaId}, ${contents.audioMediaId}]) as id
      from ${contents} where ${contents.id} = any(${ids})`,
  },
  { kind: 'lessons', batchSize: 50 },
  {
    kind: 'textbooks',
    batchSize: 20,
    media: (ids) =>
      sql`select ${textbooks.thumbnailMediaId} as id from ${textbooks} where ${textbooks.id} = any(${ids})`,
  },
  { kind: 'users', batchSize: 50 },
];

export type Purged = Readonly<Record<TrashKind, number>>;

/** Removes for good the rows that were in the trash for thirty days or whose retention has ended, with their files. */
export async function purge(night: Night): Promise<Purged> {
  const counts: Partial<Record<TrashKind, number>> = {};
  for (const each of purges) counts[each.kind] = await purgeKind(night, each);
  return { ...noneOf, ...counts };
}

const noneOf = Object.fromEntries(purges.map(({ kind }) => [kind, 0])) as Purged;

function purgeKind(night: Night, { kind, batchSize, media, albums, before }: Purge): Promise<number> {
  const { storage, settings } = night.services;
  const which = expiredIds(settings.retention)[kind];
  const table = trashTables[kind];
  return inBatches(night, async (tx) => {
    // Held, so that a row just being restored is left alone.
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from ${table} where id in (${which}) limit ${batchSize} for update skip locked`,
    );
    if (rows.length === 0) return { count: 0 };
    const ids = idArray(rows.map(({ id }) => id));
    await before?.(tx, ids);
    const shown = media ? await tx.execute<{ id: string | null }>(media(ids)) : { rows: [] };
    const made = albums ? await tx.execute<{ key: string }>(albums(ids)) : { rows: [] };
    await tx.execute(sql`delete from ${table} where id = any(${ids})`);
    const keys = await removeUnused(
      tx,
      shown.rows.flatMap(({ id }) => (id === null ? [] : [id])),
    );
    const afterwards = async () => {
      await removeManyFiles(storage, keys);
      await removeAlbumFiles(
        storage,
        made.rows.map(({ key }) => key),
      );
    };
    return { count: rows.length, afterwards };
  });
}
