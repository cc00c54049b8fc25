import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { removeFiles } from '#api/domains/media/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, communityPosts, media, mediaRequests } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { hasJob } from '#api/ground/jobs/has-job.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import type { MessageKey } from '#schema/problem.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import type { mediaStatus } from '#schema/rest/uploads.ts';
import { prepareMedia } from './jobs.ts';

const isOpen = inArray(mediaRequests.state, ['pending', 'processing']);

interface Asked {
  readonly id: string;
  readonly profileId: string;
}

/** The state of one of the profile's own uploads. */
export async function statusOf(db: Queryable, { id, profileId }: Asked): Promise<ResponseOf<typeof mediaStatus>> {
  const [found] = await db
    .select({
      requestId: mediaRequests.id,
      state: mediaRequests.state,
      messageKey: mediaRequests.messageKey,
      postId: mediaRequests.postId,
    })
    .from(mediaRequests)
    .where(and(eq(mediaRequests.id, id), eq(mediaRequests.profileId, profileId)));
  if (!found) throw notFound();
  return found;
}

/** A request in progress, with its post. */
export type StartedRequest = NonNullable<Awaited<ReturnType<typeof begin>>>;

/** Starts or resumes a request; undefined when it is finished already. */
export async function begin(db: Queryable, id: string) {
  const [request] = await db
    .update(mediaRequests)
    .set({ state: 'processing', attempts: sql`${mediaRequests.attempts} + 1`, updatedAt: sql`now()` })
    .where(and(eq(mediaRequests.id, id), isOpen))
    .returning();
  if (!request || request.sourceKey === null || request.postId === null) return undefined;
  const [post] = await db
    .select({ kind: communityPosts.kind })
    .from(communityPosts)
    .where(eq(communityPosts.id, request.postId));
  return post && { ...request, kind: post.kind, postId: request.postId, sourceKey: request.sourceKey };
}

type NewMedia = typeof media.$inferInsert;

/** Gives the post its files, and approves it where the class needs no approval of this child's posts. */
export async function finish(
  { db, storage }: Uses<'db' | 'storage'>,
  request: StartedRequest,
  made: { file: NewMedia; card?: NewMedia },
) {
  const gone = await db.transaction(async (tx) => {
    const closed = await close(tx, request.id, { state: 'ready' });
    if (!closed) return isGone(tx, request.id);
    // The profile may have been merged into another one since the preparation began.
    const { profileId } = closed;
    const files = [made.file, ...(made.card ? [made.card] : [])];
    await tx.insert(media).values(files.map((file) => ({ ...file, profileId })));
    const state = await stateOf(tx, request.postId);
    await tx
      .update(communityPosts)
      .set({ mediaId: made.file.id, thumbnailMediaId: made.card?.id, state, updatedAt: sql`now()` })
      .where(eq(communityPosts.id, request.postId));
    return false;
  });
  // The profile was erased while the file was prepared.
  if (gone) for (const { storageKey } of [made.file, made.card ?? made.file]) await removeFiles(storage, storageKey);
  await removeSources(storage, request);
}

/**
 * The state of a post with its file. The row locks serialise this with staff who hide the post or admit the child: either
 * their change is read here, or they wait and find the file. The child is locked before the post, as staff's changes do.
 */
async function stateOf(tx: Queryable, postId: string) {
  const isTrusted = await lockTrust(tx, postId);
  const [post] = await tx
    .select({ state: communityPosts.state, approvalRequired: classes.approvalRequired })
    .from(communityPosts)
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .where(eq(communityPosts.id, postId))
    .for('no key update', { of: communityPosts });
  return post?.state === 'pending' && !post.approvalRequired && isTrusted ? 'approved' : post?.state;
}

// A child is not trusted while waiting for the teacher's admission, or before showing the class's new code.
async function lockTrust(tx: Queryable, postId: string): Promise<boolean> {
  const [joined] = await tx
    .select({ isTrusted: sql<boolean>`not ${classProfiles.waiting} and not ${classProfiles.byOldCode}` })
    .from(classProfiles)
    .innerJoin(
      communityPosts,
      and(eq(communityPosts.classId, classProfiles.classId), eq(communityPosts.profileId, classProfiles.profileId)),
    )
    .where(eq(communityPosts.id, postId))
    .for('share', { of: classProfiles });
  return joined?.isTrusted === true;
}

/** Whether the request was deleted, with the profile that sent it. */
export const isGone = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx.$count(mediaRequests, eq(mediaRequests.id, id))) === 0;

/** Rejects an upload with a reason: deletes the post and keeps the request with the reason. */
export async function reject(
  { db, storage }: Uses<'db' | 'storage'>,
  request: StartedRequest,
  messageKey: MessageKey,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await close(tx, request.id, { state: 'rejected', messageKey }))) return;
    await tx.delete(communityPosts).where(eq(communityPosts.id, request.postId));
  });
  await removeSources(storage, request);
}

/**
 * Rejects uploads that no job will prepare: the job is gone, or its attempts are used up. The age of an upload does not
 * matter, since a server may have been off for weeks.
 */
export async function rejectOrphans(db: Queryable): Promise<void> {
  const end = { state: 'rejected', messageKey: 'messages.uploadFailed' } as const;
  const waits = hasJob(prepareMedia, { field: 'requestId', column: mediaRequests.id });
  await db.transaction(async (tx) => {
    const given = await tx
      .update(mediaRequests)
      .set({ ...end, sourceKey: null, thumbnailSourceKey: null, updatedAt: sql`now()` })
      .where(and(isOpen, not(waits)))
      .returning({ postId: mediaRequests.postId });
    const postIds = given.map(({ postId }) => postId).filter((id) => id !== null);
    if (postIds.length > 0) await tx.delete(communityPosts).where(inArray(communityPosts.id, postIds));
  });
}

// The first worker that closes the request decides; a second one, which was believed dead, changes nothing.
async function close(tx: Queryable, id: string, end: { state: 'ready' | 'rejected'; messageKey?: MessageKey }) {
  const [closed] = await tx
    .update(mediaRequests)
    .set({ ...end, sourceKey: null, thumbnailSourceKey: null, updatedAt: sql`now()` })
    .where(and(eq(mediaRequests.id, id), isOpen))
    .returning({ profileId: mediaRequests.profileId });
  return closed;
}

async function removeSources(storage: Storage, { sourceKey, thumbnailSourceKey }: StartedRequest): Promise<void> {
  for (const key of [sourceKey, thumbnailSourceKey]) if (key !== null) await storage.remove(key);
}
