import { and, eq, inArray, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import { reassignProgress } from '#api/domains/progress/write.ts';
import { moveToTrash } from '#api/domains/trash/move.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  classProfiles,
  communityPostReports,
  communityPosts,
  communityReactions,
  media,
  mediaRequests,
  mergedProfiles,
  pageViews,
  profiles,
  removedClassProfiles,
} from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { ReactionType } from '#schema/rest/enumerations.ts';
import { inClass } from './list.ts';
import { assertInNoOtherClass } from './other-classes.ts';

interface Merge {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
  readonly intoId: string;
  readonly fromIds: readonly string[];
}

/** Merges profiles into one: it gets all their classes, posts and page views, and they go to the trash. */
export async function mergeProfiles({ db }: Uses<'db'>, merge: Merge): Promise<void> {
  const { caller, requestId, classId, intoId, fromIds } = merge;
  const author = { ...caller, requestId };
  await db.transaction(async (tx) => {
    // The lock allows one merge of a class at a time, so that no merge goes into a profile that another merge removes.
    await lockClass(tx, caller, classId);
    const found = await lockProfiles(tx, merge);
    if (found.length < fromIds.length + 1) throw someoneGone();
    await assertInNoOtherClass(tx, { caller, profileIds: fromIds, field: 'fromIds' });
    const others = found.filter(({ id }) => id !== intoId.toLowerCase());
    for (const { id, name, animal } of others) {
      // The merge runs beyond the school wall, to include the child's rows in deleted classes, which the caller does
      // not see. Afterwards the profile is in no class of the caller.
      await beyondWall(tx, async (all) => {
        await reassignProfile(all, { from: id, into: intoId });
        await moveToTrash(all, 'profiles', { id, author, before: { name, animal, mergedInto: intoId } });
      });
    }
    // Only ids: the names of removed children must not stay in another profile's audit row.
    const after = { classId, mergedIds: others.map(({ id }) => id) };
    await recordChange(tx, author, { action: 'merge', entity: 'profiles', entityId: intoId, after });
  });
}

// A page that is open for longer lists children who were erased, merged or taken out meanwhile.
const someoneGone = () =>
  new ApiProblem({
    status: 404,
    messageKey: 'messages.mergedStudentGone',
    detail: 'A student here was deleted or is no longer in the class. Nothing was merged.',
  });

// Locks are taken in the order of the ids everywhere, so that they cannot deadlock. A profile that goes is locked for
// update, so that no writer is storing page views of it: they would keep its id.
async function lockProfiles(
  tx: Queryable,
  { classId, intoId, fromIds }: Pick<Merge, 'classId' | 'intoId' | 'fromIds'>,
) {
  const into = intoId.toLowerCase();
  const ids = [...new Set([into, ...fromIds.map((id) => id.toLowerCase())])].sort();
  const found = [];
  for (const id of ids) {
    const rows = await tx
      .select({ id: profiles.id, name: profiles.name, animal: profiles.animal })
      .from(profiles)
      .innerJoin(classProfiles, eq(classProfiles.profileId, profiles.id))
      .where(and(inClass(classId), eq(profiles.id, id)))
      .for(id === into ? 'no key update' : 'update', { of: profiles });
    found.push(...rows);
  }
  return found;
}

interface HandOver {
  readonly from: string;
  readonly into: string;
}

// Moves everything of one profile to another.
async function reassignProfile(tx: Queryable, { from, into }: HandOver): Promise<void> {
  await reassignClasses(tx, { from, into });
  await takeOverRemovals(tx, { from, into });
  await takeOverExternalId(tx, { from, into });
  await reassignReactions(tx, { from, into });
  await reassignReports(tx, { from, into });
  await reassignProgress(tx, { from, into });
  const owned = { profileId: into };
  await tx.update(communityPosts).set(owned).where(eq(communityPosts.profileId, from));
  await tx.update(media).set(owned).where(eq(media.profileId, from));
  await reassignRequests(tx, { from, into });
  await tx.update(pageViews).set(owned).where(eq(pageViews.profileId, from));
  await noteWhoStays(tx, { from, into });
}

// Records the remaining profile for the devices that hold the merged one, or a profile that was merged into it before.
async function noteWhoStays(tx: Queryable, { from, into }: HandOver): Promise<void> {
  // A server of the previous release restores a profile without deleting the profile's row.
  await tx.delete(mergedProfiles).where(inArray(mergedProfiles.id, [from, into]));
  await tx.update(mergedProfiles).set({ intoId: into }).where(eq(mergedProfiles.intoId, from));
  await tx.insert(mergedProfiles).values({ id: from, intoId: into });
}

async function reassignClasses(tx: Queryable, { from, into }: HandOver): Promise<void> {
  await tx.execute(sql`
    insert into ${classProfiles} (class_id, profile_id, joined_at, last_seen_at, number, waiting, by_old_code, added_by_staff)
      select class_id, ${into}, joined_at, last_seen_at, number, waiting, by_old_code, added_by_staff from ${classProfiles} where profile_id = ${from}
    on conflict (class_id, profile_id) do update set
      joined_at = least(${classProfiles.joinedAt}, excluded.joined_at),
      last_seen_at = greatest(${classProfiles.lastSeenAt}, excluded.last_seen_at),
      number = coalesce(${classProfiles.number}, excluded.number),
      waiting = ${classProfiles.waiting} and excluded.waiting,
      by_old_code = ${classProfiles.byOldCode} and excluded.by_old_code,
      added_by_staff = ${classProfiles.addedByStaff} or excluded.added_by_staff`);
  await tx.delete(classProfiles).where(eq(classProfiles.profileId, from));
}

// A class that blocked the child keeps it out under the kept profile too, unless that profile is in the class. The other
// profile keeps its own rows: it is kept out again after its restoration.
const takeOverRemovals = (tx: Queryable, { from, into }: HandOver) =>
  tx.execute(sql`
    insert into ${removedClassProfiles} (class_id, profile_id, joined_at, last_seen_at, number, waiting, by_old_code,
      added_by_staff, removed_at, removed_by_id, blocked, device_id)
    select class_id, ${into}, joined_at, last_seen_at, number, waiting, by_old_code, added_by_staff, removed_at,
      removed_by_id, blocked, device_id
    from ${removedClassProfiles} gone where profile_id = ${from} and not exists (
      select from ${classProfiles} there where there.class_id = gone.class_id and there.profile_id = ${into})
    order by class_id
    on conflict (class_id, profile_id) do update set
      blocked = ${removedClassProfiles.blocked} or excluded.blocked,
      device_id = coalesce(${removedClassProfiles.deviceId}, excluded.device_id)`);

// A device that changed profiles may have sent the same work for both. The kept profile's request answers the next try.
const reassignRequests = (tx: Queryable, { from, into }: HandOver) =>
  tx.execute(sql`
    update ${mediaRequests} set profile_id = ${into}, client_id = case when client_id not in (
      select kept.client_id from ${mediaRequests} kept where kept.profile_id = ${into} and kept.client_id is not null
    ) then client_id end
    where profile_id = ${from}`);

// The child's id in the school's own system, so that the next roster finds the profile that stays.
const takeOverExternalId = (tx: Queryable, { from, into }: HandOver) =>
  tx.execute(sql`
    update ${profiles} kept set external_id = gone.external_id from ${profiles} gone
    where kept.id = ${into} and gone.id = ${from} and kept.external_id is null and gone.external_id is not null`);

// A profile gives each reaction once, so of two the second is deleted and the post's count goes down.
async function reassignReactions(tx: Queryable, { from, into }: HandOver): Promise<void> {
  // This locks the posts first, as a reaction does, so that the two cannot deadlock.
  await tx.execute(sql`
    select from ${communityPosts}
    where id in (select post_id from ${communityReactions} where profile_id = ${from}) order by id for no key update`);
  await tx.execute(sql`
    with twice as (
      delete from ${communityReactions} one using ${communityReactions} kept
      where one.profile_id = ${from} and kept.profile_id = ${into} and kept.post_id = one.post_id and kept.type = one.type
      returning one.post_id, one.type, one.count
    ), lost as (
      select post_id, ${lostOf(ReactionType.LIKE)} as likes, ${lostOf(ReactionType.HEART)} as hearts
      from twice group by post_id
    )
    update ${communityPosts} post
    set like_count = greatest(0, post.like_count - lost.likes), heart_count = greatest(0, post.heart_count - lost.hearts)
    from lost where post.id = lost.post_id`);
  await tx.update(communityReactions).set({ profileId: into }).where(eq(communityReactions.profileId, from));
}

const lostOf = (type: ReactionType) => sql`coalesce(sum(count) filter (where type = ${type}::smallint), 0)::int`;

// A profile reports a post once, so a second report of the same post is deleted.
async function reassignReports(tx: Queryable, { from, into }: HandOver): Promise<void> {
  await tx.execute(sql`
    update ${communityPostReports} set profile_id = ${into} where profile_id = ${from}
      and post_id not in (select post_id from ${communityPostReports} where profile_id = ${into})`);
  await tx.delete(communityPostReports).where(eq(communityPostReports.profileId, from));
}
