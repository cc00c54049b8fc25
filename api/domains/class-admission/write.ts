import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { assertScope } from '#api/domains/api-keys/limits.ts';
import { recordChanges } from '#api/domains/audit/record.ts';
import { cameSince, inClass, startOfDay } from '#api/domains/class-profiles/list.ts';
import { takeOut } from '#api/domains/class-profiles/take-out.ts';
import { lockClass } from '#api/domains/classes/write.ts';
import { decide } from '#api/domains/moderation/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { classProfiles, communityPosts, profiles, removedClassProfiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { forbidden } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { mayCall, staffWith } from '#schema/access.ts';
import type { BulkResult } from '#schema/rest/bulk.ts';
import type { removeClassProfiles } from '#schema/rest/class-admission.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { restorableTo } from './list.ts';

interface OfClass {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly classId: string;
}

interface Many extends OfClass {
  readonly profileIds: readonly string[];
}

/**
 * Lets profiles into a class, and shows the posts that waited only for that. The posts of a profile that joined with an
 * old code go on waiting.
 */
export async function admit({ db }: Uses<'db'>, { caller, requestId, classId, profileIds }: Many): Promise<BulkResult> {
  return db.transaction(async (tx) => {
    const { row } = await lockClass(tx, caller, classId);
    const rows = await tx
      .select({
        id: profiles.id,
        name: profiles.name,
        waiting: classProfiles.waiting,
        byOldCode: classProfiles.byOldCode,
      })
      .from(classProfiles)
      .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
      .where(and(inClass(classId), inArray(profiles.id, [...profileIds])));
    const waiting = rows.filter((one) => one.waiting);
    const ids = waiting.map(({ id }) => id);
    await tx
      .update(classProfiles)
      .set({ waiting: false })
      .where(and(eq(classProfiles.classId, classId), inArray(classProfiles.profileId, ids)));
    const trusted = waiting.filter(({ byOldCode }) => !byOldCode).map(({ id }) => id);
    if (!row.approvalRequired) await showPosts(tx, classId, trusted);
    await recordEntries(tx, { caller, requestId, action: 'admit', row, children: waiting });
    return outcomes(
      profileIds,
      rows.map(({ id }) => id),
    );
  });
}

const showPosts = (tx: Queryable, classId: string, profileIds: readonly string[]) =>
  tx
    .update(communityPosts)
    .set({ state: 'approved', updatedAt: sql`now()`, version: sql`${communityPosts.version} + 1` })
    .where(
      and(
        eq(communityPosts.classId, classId),
        inArray(communityPosts.profileId, [...profileIds]),
        eq(communityPosts.state, 'pending'),
        isNotNull(communityPosts.mediaId),
        isNull(communityPosts.deletedAt),
      ),
    );

const outcomes = (asked: readonly string[], done: readonly string[]): BulkResult => {
  const doneIds = new Set(done);
  return { results: asked.map((id) => ({ id, messageKey: doneIds.has(id) ? null : 'messages.notFound' })) };
};

type Removal = OfClass & BodyOf<typeof removeClassProfiles>;

/** Takes profiles out of a class, so that they can be brought back. Resolves to their ids. */
export async function removeProfiles(services: Uses<'db' | 'settings'>, removal: Removal): Promise<string[]> {
  const { caller, requestId, classId, profileIds, joinedSince, hidePosts, block } = removal;
  if (hidePosts) assertMayHidePosts(caller);
  return services.db.transaction(async (tx) => {
    const { row } = await lockClass(tx, caller, classId);
    const since = joinedSince === null ? null : await startOfDay({ ...services, db: tx }, classId, joinedSince);
    const wanted =
      since === null ? inArray(profiles.id, [...(profileIds ?? [])]) : cameSince(sql`${since}::timestamptz`);
    const found = await tx
      .select({ id: profiles.id, name: profiles.name })
      .from(classProfiles)
      .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
      .where(and(inClass(classId), wanted))
      .orderBy(profiles.id);
    const place = { caller, requestId, classId, className: row.className };
    if (found.length > 0) await takeOut(tx, { ...place, children: found, block });
    const ids = found.map(({ id }) => id);
    if (hidePosts) await hidePostsOf(tx, removal, ids);
    return ids;
  });
}

function assertMayHidePosts({ kind, apiKey }: StaffCaller): void {
  if (!mayCall(kind, staffWith('Community:Edit'))) throw forbidden();
  assertScope(apiKey, 'Community:write');
}

async function hidePostsOf(tx: Queryable, moderator: OfClass, profileIds: readonly string[]): Promise<void> {
  const rows = await tx
    .select()
    .from(communityPosts)
    .where(
      and(
        eq(communityPosts.classId, moderator.classId),
        inArray(communityPosts.profileId, [...profileIds]),
        isNull(communityPosts.deletedAt),
      ),
    )
    .orderBy(communityPosts.id)
    .for('no key update');
  await decide(tx, moderator, { posts: rows, state: 'hidden' });
}

/** Brings removed profiles back into their class as they were, and unblocks them. */
export async function restoreProfiles(
  { db }: Uses<'db'>,
  { caller, requestId, classId, profileIds }: Many,
): Promise<BulkResult> {
  return db.transaction(async (tx) => {
    const { row } = await lockClass(tx, caller, classId);
    const found = await tx
      .select({ id: profiles.id, name: profiles.name })
      .from(removedClassProfiles)
      .innerJoin(profiles, eq(profiles.id, removedClassProfiles.profileId))
      .where(and(restorableTo(classId), inArray(profiles.id, [...profileIds])))
      .orderBy(profiles.id);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await putBack(tx, classId, ids);
    await recordEntries(tx, { caller, requestId, action: 'restore-to-class', row, children: found });
    return outcomes(profileIds, ids);
  });
}

interface Entries {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly action: 'admit' | 'restore-to-class';
  readonly row: { readonly id: string; readonly className: string };
  readonly children: readonly { readonly id: string; readonly name: string }[];
}

// Records that children came into a class.
const recordEntries = (tx: Queryable, { caller, requestId, action, row, children }: Entries): Promise<void> =>
  recordChanges(
    tx,
    { ...caller, requestId },
    children.map(({ id, name }) => ({
      ...{ action, entity: 'profiles', entityId: id },
      after: { name, classId: row.id, className: row.className },
    })),
  );

// A number that another child has by now stays with that child. Of restored children with the same number, the first by
// id gets it. A child who is back already keeps its place as it is.
async function putBack(tx: Queryable, classId: string, profileIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with back as (
      delete from ${removedClassProfiles}
      where class_id = ${classId} and profile_id = any(${idArray(profileIds)}) returning *
    ), absent as (
      select back.*, row_number() over (partition by number order by profile_id) as turn from back
      where not exists (
        select from ${classProfiles} there where there.class_id = ${classId} and there.profile_id = back.profile_id
      )
    )
    insert into ${classProfiles} (class_id, profile_id, joined_at, last_seen_at, number, waiting, by_old_code, added_by_staff)
    select class_id, profile_id, joined_at, last_seen_at,
      case when turn > 1 or exists (
        select from ${classProfiles} other where other.class_id = ${classId} and other.number = absent.number
      ) then null else number end,
      waiting, by_old_code, added_by_staff
    from absent on conflict (class_id, profile_id) do nothing`);
}
