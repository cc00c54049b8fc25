import { and, eq, inArray, lt, notExists, or } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { communityPosts, media, mediaRequests, reportExports } from '#api/db/schema.ts';
import type { Task } from '#api/jobs/task.ts';
import type { Services } from '#api/services.ts';
import { removeOlder } from '#api/storage/remove-older.ts';
import type { StoredEntry } from '#api/storage/storage.ts';
import { giveUp } from '#api/uploads/requests.ts';
import { removeMedia } from './remove.ts';
import { arrivalsOf } from './scratch.ts';
import { smallPictureKey } from './small-picture.ts';

// What is younger may belong to somebody who is still at work.
const graceMs = 3_600_000;
const together = 500;

/** Removes what a process that died left between a file and its row: at every start, and every night. */
export const sweepMedia: Task<object> = (services) => async () => {
  await giveUp(services.db);
  await sweepOrphans(services, new Date(Date.now() - graceMs));
};

/** Removes files without a row, children's media without a post, and what never became a file, all from before an instant. */
export async function sweepOrphans(services: Services, before: Date): Promise<void> {
  const { db, storage, settings } = services;
  await removeOlder(arrivalsOf(settings), before);
  await storage.sweepUnfinished(before);
  await removeMedia(services, await withoutPost(db, before));
  for await (const keys of inGroups(storage.list(), before)) {
    const known = await knownKeys(db, keys);
    for (const key of keys) if (!known.has(key)) await storage.remove(key);
  }
}

async function withoutPost(db: Queryable, before: Date): Promise<string[]> {
  const post = db
    .select({ id: communityPosts.id })
    .from(communityPosts)
    .where(or(eq(communityPosts.mediaId, media.id), eq(communityPosts.thumbnailMediaId, media.id)));
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.purpose, 'community'), lt(media.createdAt, before), notExists(post)));
  return rows.map(({ id }) => id);
}

async function* inGroups(entries: AsyncIterable<StoredEntry>, before: Date): AsyncGenerator<string[]> {
  let group: string[] = [];
  for await (const { key, storedAt } of entries) {
    if (storedAt >= before) continue;
    group.push(key);
    if (group.length < together) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

// A small picture is known by its original.
async function knownKeys(db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
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
