import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { classes, communityPosts, media, mediaRequests } from '#api/db/schema.ts';
import { notFound } from '#api/http/problems.ts';
import { removeFiles } from '#api/media/remove.ts';
import type { Services } from '#api/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import type { mediaStatus } from '#schema/rest/uploads.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';

const isOpen = inArray(mediaRequests.state, ['pending', 'processing']);

interface Asked {
  readonly id: string;
  readonly profileId: string;
}

/** How far an upload of the profile's own has come. */
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

/** A request that somebody works on, with the post it is for. */
export type Begun = NonNullable<Awaited<ReturnType<typeof begin>>>;

/** Takes a request up, for the first time or after whoever had it died; undefined when there is nothing left to do. */
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

/** Gives the post its files; it shows at once where the class does not wait for the teacher. */
export async function finish({ db, storage }: Services, request: Begun, made: { file: NewMedia; card?: NewMedia }) {
  const gone = await db.transaction(async (tx) => {
    if (!(await close(tx, request.id, { state: 'ready' }))) return isGone(tx, request.id);
    await tx.insert(media).values([made.file, ...(made.card ? [made.card] : [])]);
    const [post] = await tx
      .select({ approvalRequired: classes.approvalRequired, state: communityPosts.state })
      .from(communityPosts)
      .innerJoin(classes, eq(classes.id, communityPosts.classId))
      .where(eq(communityPosts.id, request.postId));
    const state = post?.state === 'pending' && !post.approvalRequired ? 'approved' : post?.state;
    await tx
      .update(communityPosts)
      .set({ mediaId: made.file.id, thumbnailMediaId: made.card?.id, state, updatedAt: sql`now()` })
      .where(eq(communityPosts.id, request.postId));
    return false;
  });
  // Its child was erased while this was made.
  if (gone) for (const { storageKey } of [made.file, made.card ?? made.file]) await removeFiles(storage, storageKey);
  await removeSources(storage, request);
}

const isGone = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx.$count(mediaRequests, eq(mediaRequests.id, id))) === 0;

/** Answers why nothing comes of an upload: its post goes, the answer stays. */
export async function reject({ db, storage }: Services, request: Begun, messageKey: MessageKey): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await close(tx, request.id, { state: 'rejected', messageKey }))) return;
    await tx.delete(communityPosts).where(eq(communityPosts.id, request.postId));
  });
  await removeSources(storage, request);
}

/**
 * Answers for uploads that nobody will prepare any more: no job is left for them, or its tries are used up. How long
 * ago they were sent says nothing, since a server may have been off for weeks.
 */
export async function giveUp(db: Queryable): Promise<void> {
  const end = { state: 'rejected', messageKey: 'messages.uploadFailed' } as const;
  // A job that is being worked on has its last try still before it.
  const waits = sql`exists (
    select from graphile_worker._private_jobs job
    where job.payload ->> 'requestId' = ${mediaRequests.id}::text
      and job.task_id = (select id from graphile_worker._private_tasks where identifier = 'prepareMedia')
      and (job.attempts < job.max_attempts or job.locked_at is not null))`;
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

// Whoever closes first decides; another worker that had been believed dead changes nothing any more.
async function close(tx: Queryable, id: string, end: { state: 'ready' | 'rejected'; messageKey?: MessageKey }) {
  const closed = await tx
    .update(mediaRequests)
    .set({ ...end, sourceKey: null, thumbnailSourceKey: null, updatedAt: sql`now()` })
    .where(and(eq(mediaRequests.id, id), isOpen))
    .returning({ id: mediaRequests.id });
  return closed.length > 0;
}

async function removeSources(storage: Services['storage'], { sourceKey, thumbnailSourceKey }: Begun): Promise<void> {
  for (const key of [sourceKey, thumbnailSourceKey]) if (key !== null) await storage.remove(key);
}
