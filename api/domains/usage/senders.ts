import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { classProfiles, profiles } from '#api/ground/db/schema.ts';
import { waitAtMost } from './lock.ts';
import type { PageView, Senders, StoredView } from './page-view.ts';

/**
 * What a writer does about a profile that another transaction holds for update, as erasing, merging and a new card do:
 * leave its page views for later, wait for a short time, or store them as if the profile were erased.
 */
export type WhenHeld = 'leave' | 'wait' | 'forget';

/** With the rest of a batch's work, well below the 100 ms that nothing may make a writer wait. In milliseconds. */
const longestWaitMs = 50;

export interface LockedProfiles {
  /** The profiles that stay as they are until the transaction ends. */
  readonly locked: ReadonlySet<string>;
  /** Those that another transaction holds; only when they are left for later. */
  readonly held: ReadonlySet<string>;
  /** The details of those that are not deleted. */
  readonly senders: Senders;
}

/**
 * Locks the profiles of page views for key share, in the order of their ids. Erasing and merging take the profile's row for
 * update before they change its page views, so that no view keeps the id of a profile that goes meanwhile.
 */
export async function lockProfiles(
  tx: Queryable,
  { views, stored, whenHeld }: { views: readonly PageView[]; stored: readonly StoredView[]; whenHeld: WhenHeld },
): Promise<LockedProfiles> {
  const ids = distinct([...views, ...stored].map(({ profileId }) => profileId));
  if (ids.length === 0) return { locked: new Set(), held: new Set(), senders: new Map() };
  const classIds = distinct(views.map(({ sent }) => sent.classId));
  if (whenHeld === 'wait') await waitAtMost(tx, longestWaitMs);
  const { rows } = await tx.execute<Row>(sql`
    select ${profiles.id}, ${profiles.createdAt} as "createdAt", ${profiles.deletedAt} is not null as deleted, array(
      select ${classProfiles.classId} from ${classProfiles} where ${classProfiles.profileId} = ${profiles.id}
        and ${classProfiles.classId} = any(${idArray(classIds)}) and not ${classProfiles.waiting}
    ) as "classIds"
    from ${profiles} where ${profiles.id} = any(${idArray(ids)}) order by ${profiles.id}
    for key share of ${profiles} ${sql.raw(whenHeld === 'wait' ? '' : 'skip locked')}`);
  const locked = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !locked.has(id));
  const held = whenHeld === 'leave' && missing.length > 0 ? await existing(tx, missing) : new Set<string>();
  return { locked, held, senders: sendersIn(rows) };
}

type Row = {
  readonly id: string;
  readonly createdAt: Date;
  readonly deleted: boolean;
  readonly classIds: readonly string[];
};

async function existing(tx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select ${profiles.id} from ${profiles} where ${profiles.id} = any(${idArray(ids)})`,
  );
  return new Set(rows.map(({ id }) => id));
}

const sendersIn = (rows: readonly Row[]): Senders =>
  new Map(
    rows
      .filter(({ deleted }) => !deleted)
      .map(({ id, createdAt, classIds }) => [id, { createdAt: new Date(createdAt), classIds: new Set(classIds) }]),
  );

/**
 * Updates when profiles were last seen. Skips those that another writer updates. No key changes, so the lock goes together
 * with the other writers' key share.
 */
export async function touchLastSeen(tx: Queryable, views: readonly PageView[]): Promise<void> {
  const ids = distinct(views.map(({ profileId }) => profileId));
  if (ids.length === 0) return;
  await tx.execute(sql`
    update ${profiles} set last_seen_at = now() where id in (
      select id from ${profiles}
      where id = any(${idArray(ids)}) and last_seen_at < now() - interval '1 hour'
      for no key update skip locked)`);
}

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];
