import { declareClockJob } from '#api/ground/jobs/job.ts';
import { and, eq, inArray, lt, notExists } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { keepMaintenance } from '#api/ground/db/maintenance-runs.ts';
import { communityPosts, communityReplies, media } from '#api/ground/db/schema.ts';
import { sizedPictureKeys } from '#api/ground/media/sized-pictures.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Storage, StoredEntry } from '#api/ground/storage/storage.ts';
import { type Checking, knownKeys } from './store-check.ts';

export const sweepMedia = declareClockJob('sweepMedia');

// A younger file may belong to an upload that is not finished yet.
const graceMs = 3_600_000;
const quarantineMs = 30 * 24 * 3_600_000;
const together = 500;

/** A sweep that would take more than both is held until the operator has looked. */
export const sweepLimits = { share: 0.01, files: 20 } as const;

interface SweepTimes {
  /** Only files and rows from before this instant are checked. */
  readonly before: Date;
  /** Files that were quarantined before this instant are removed for good. */
  readonly asideBefore: Date;
}

export interface SweepOptions extends Partial<SweepTimes> {
  /** The operator has confirmed the sweep, so the limits do not stop it. */
  readonly confirmed?: boolean;
}

export type SweepResult =
  | {
      readonly outcome: 'held';
      readonly reason: 'apart' | 'too-many';
      readonly files: number;
      readonly orphans: number;
    }
  | {
      readonly outcome: 'done';
      readonly files: number;
      readonly setAside: number;
      readonly broughtBack: number;
      readonly removed: number;
    };

/**
 * Runs every night. Moves files without a row and children's media without a post or a reply into the quarantine. Moves
 * files back that a row uses again, such as after a restore. Removes the files that were quarantined 30 days ago.
 * Records the result in `maintenance_runs`. Moves nothing when database and store do not belong together, or past the
 * limits.
 */
export async function sweepStore(
  services: Uses<'db' | 'storage'> & Checking,
  options: SweepOptions = {},
): Promise<SweepResult> {
  const startedAt = new Date();
  const result = await sweep(services, {
    before: new Date(Date.now() - graceMs),
    asideBefore: new Date(Date.now() - quarantineMs),
    ...options,
  });
  const { outcome, ...details } = result;
  await keepMaintenance(services.db, { kind: 'sweep', startedAt, outcome, details });
  if (result.outcome === 'done') services.logger.info(details, 'media: swept');
  return result;
}

async function sweep(
  services: Uses<'db' | 'storage'> & Checking,
  { confirmed = false, ...times }: SweepOptions & SweepTimes,
): Promise<SweepResult> {
  const { db, storage, store, logger } = services;
  const state = await store.check();
  if (state.state === 'apart') {
    logger.error({ reason: state.reason }, `media: not swept. ${state.words}`);
    return { outcome: 'held', reason: 'apart', files: 0, orphans: 0 };
  }
  const broughtBack = await bringBackKnown(db, storage);
  const posts: OwnMedia[] = await mediaWithoutPost(db, times.before);
  const { files, orphans } = await findOrphans(services, { before: times.before, rowsToDelete: posts });
  if (!confirmed && orphans.length > sweepLimits.files && orphans.length > files * sweepLimits.share) {
    logger.error(
      { files, orphans: orphans.length },
      `media: not swept. ${orphans.length} of ${files} files have no row in this database, which is more than a sweep ` +
        'takes by itself. Is it the right database, and is it complete? If so, run: npm run storage -- sweep --confirm',
    );
    return { outcome: 'held', reason: 'too-many', files, orphans: orphans.length };
  }
  // Rows that are about to be deleted can have keys that the list does not contain: keys of a bucket without the
  // prefix.
  for (const key of new Set([...orphans, ...filesOf(posts)])) await storage.setAside(key);
  await removeRows(db, posts);
  const removed = await endQuarantine(db, storage, times.asideBefore);
  return { outcome: 'done', files, setAside: orphans.length, broughtBack, removed };
}

// A restored dump can have rows for files that had no row before.
async function bringBackKnown(db: Queryable, storage: Storage): Promise<number> {
  let count = 0;
  for await (const group of inGroups(storage.listSetAside()))
    for (const key of await knownKeys(db, keysOf(group))) {
      if (!group.some((entry) => entry.key === key)) continue;
      await storage.bringBack(key);
      count += 1;
    }
  return count;
}

interface OrphanSearch {
  readonly before: Date;
  /** Media whose rows are about to go. */
  readonly rowsToDelete: readonly OwnMedia[];
}

async function findOrphans({ db, storage }: Uses<'db' | 'storage'>, { before, rowsToDelete }: OrphanSearch) {
  const going = new Set(filesOf(rowsToDelete));
  const orphans: string[] = [];
  let files = 0;
  for await (const group of inGroups(storage.list())) {
    files += group.length;
    const keysInDatabase = await knownKeys(db, keysOf(group));
    for (const { key, storedAt } of group)
      if (going.has(key) || (!keysInDatabase.has(key) && storedAt < before)) orphans.push(key);
  }
  return { files, orphans };
}

async function endQuarantine(db: Queryable, storage: Storage, asideBefore: Date): Promise<number> {
  let count = 0;
  for await (const group of inGroups(storage.listSetAside())) {
    const keysInDatabase = await knownKeys(db, keysOf(group));
    for (const { key, storedAt } of group) {
      if (storedAt >= asideBefore || keysInDatabase.has(key)) continue;
      await storage.removeSetAside(key);
      count += 1;
    }
  }
  return count;
}

const filesOf = (rows: readonly OwnMedia[]): string[] =>
  rows.flatMap(({ storageKey }) => [storageKey, ...sizedPictureKeys(storageKey)]);

type OwnMedia = Pick<typeof media.$inferSelect, 'id' | 'storageKey'>;

/**
 * Children's media from before this instant that no post and no reply shows. There is one condition per column, which
 * PostgreSQL plans as a join; with `or`, it would look up each file.
 */
export function mediaWithoutPost(db: Queryable, before: Date) {
  const shownIn = (column: typeof communityPosts.mediaId | typeof communityPosts.thumbnailMediaId) =>
    db.select({ id: communityPosts.id }).from(communityPosts).where(eq(column, media.id));
  const reply = db
    .select({ id: communityReplies.id })
    .from(communityReplies)
    .where(eq(communityReplies.mediaId, media.id));
  return db
    .select({ id: media.id, storageKey: media.storageKey })
    .from(media)
    .where(
      and(
        eq(media.purpose, 'community'),
        lt(media.createdAt, before),
        notExists(shownIn(communityPosts.mediaId)),
        notExists(shownIn(communityPosts.thumbnailMediaId)),
        notExists(reply),
      ),
    );
}

async function removeRows(db: Queryable, rows: readonly OwnMedia[]): Promise<void> {
  for (let from = 0; from < rows.length; from += together) {
    const ids = rows.slice(from, from + together).map(({ id }) => id);
    await db.delete(media).where(inArray(media.id, ids));
  }
}

const keysOf = (entries: readonly StoredEntry[]): string[] => entries.map(({ key }) => key);

async function* inGroups(entries: AsyncIterable<StoredEntry>): AsyncGenerator<StoredEntry[]> {
  let group: StoredEntry[] = [];
  for await (const entry of entries) {
    group.push(entry);
    if (group.length < together) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
