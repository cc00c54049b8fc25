import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { removeFiles, writeRowsOf } from '#api/domains/media/write.ts';
import { lockPosts, type Moderator, type Post } from '#api/domains/moderation/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, communityReplies, media } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { replyKinds } from '#schema/rest/community.ts';
import type { Stamp } from '#schema/rules/replies.ts';
import { isShownToChild } from './list.ts';
import type { MadeVoice } from './voice.ts';

type ReplyKind = (typeof replyKinds)[number];

interface Replying extends Moderator {
  /** The post's id. */
  readonly id: string;
}

/** Gives a post a stamp, which replaces the previous one. The child does not see the same stamp again as new. */
export async function giveStamp({ db }: Uses<'db'>, { stamp, ...replying }: Replying & { readonly stamp: Stamp }) {
  await db.transaction(async (tx) => {
    const post = await lockPost(tx, replying);
    const [before] = await tx.select().from(communityReplies).where(isReply(post.id, 'stamp'));
    if (before?.stamp === stamp) return;
    await replace(tx, replying, { postId: post.id, kind: 'stamp', stamp });
    await record(tx, replying, post, { action: 'reply', after: { reply: 'stamp', stamp } });
  });
}

/** Gives a post a voice reply, which replaces the previous one and its file. */
export async function giveVoice(
  services: Uses<'db' | 'storage'>,
  { voice, ...replying }: Replying & { readonly voice: MadeVoice },
): Promise<void> {
  const gone = await writeRowsOf(services, [voice.storageKey], async (tx) => {
    const post = await lockPost(tx, replying);
    // Profiles may have been merged while the file was made.
    await tx.insert(media).values({ ...voice, profileId: post.profileId });
    const removed = await remove(tx, post.id, 'voice');
    await replace(tx, replying, { postId: post.id, kind: 'voice', mediaId: voice.id });
    await record(tx, replying, post, { action: 'reply', after: { reply: 'voice' } });
    return removed.storageKey;
  });
  if (gone !== undefined) await removeFiles(services.storage, gone);
}

/** Takes a stamp or a voice back. A process that dies before the file is removed leaves it to the sweep. */
export async function takeBack(
  { db, storage }: Uses<'db' | 'storage'>,
  { kind, ...replying }: Replying & { readonly kind: ReplyKind },
): Promise<void> {
  const gone = await db.transaction(async (tx) => {
    const post = await lockPost(tx, replying);
    const { stamp, storageKey, found } = await remove(tx, post.id, kind);
    if (found) await record(tx, replying, post, { action: 'take-reply-back', before: { reply: kind, stamp } });
    return storageKey;
  });
  if (gone !== undefined) await removeFiles(storage, gone);
}

interface Opening {
  /** The post's id. */
  readonly id: string;
  readonly profileId: string;
  /** The `createdAt` of each reply that was shown; undefined for all replies. */
  readonly shown: readonly Date[] | undefined;
}

/** Records that the child has opened its own post, so that the shown replies to the post are not new any more. */
export async function markSeen({ db }: Uses<'db'>, { id, profileId, shown }: Opening): Promise<void> {
  const [post] = await db
    .select({ id: communityPosts.id })
    .from(communityPosts)
    .where(and(eq(communityPosts.id, id), isShownToChild(profileId)));
  if (!post) throw notFound();
  await db
    .update(communityReplies)
    .set({ seenAt: sql`now()` })
    .where(
      and(
        eq(communityReplies.postId, post.id),
        isNull(communityReplies.seenAt),
        shown && inArray(communityReplies.createdAt, shown),
      ),
    );
}

// The lock on the post serialises replies with each other, and with the erasure of the child.
async function lockPost(tx: Queryable, { id, caller }: Replying): Promise<Post> {
  const [post] = await lockPosts(tx, caller, [id]);
  if (!post) throw notFound();
  return post;
}

const isReply = (postId: string, kind: ReplyKind) =>
  and(eq(communityReplies.postId, postId), eq(communityReplies.kind, kind));

type NewReply = Pick<typeof communityReplies.$inferInsert, 'postId' | 'kind' | 'stamp' | 'mediaId'>;

async function replace(tx: Queryable, { caller: { userId } }: Replying, reply: NewReply): Promise<void> {
  await tx.delete(communityReplies).where(isReply(reply.postId, reply.kind));
  await tx.insert(communityReplies).values({ id: newId(), ...reply, repliedById: userId });
}

// Removes a reply and resolves to its values. The key is set when no row refers to the file any more.
async function remove(tx: Queryable, postId: string, kind: ReplyKind) {
  const [gone] = await tx.delete(communityReplies).where(isReply(postId, kind)).returning();
  if (!gone?.mediaId) return { found: gone !== undefined, stamp: gone?.stamp ?? null, storageKey: undefined };
  const [file] = await tx.delete(media).where(eq(media.id, gone.mediaId)).returning({ key: media.storageKey });
  return { found: true, stamp: null, storageKey: file?.key };
}

interface Entry {
  readonly action: 'reply' | 'take-reply-back';
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

// The entry belongs to the post, so that it is erased together with the post's own entries.
function record(tx: Queryable, { caller, requestId }: Replying, { id, classId }: Post, entry: Entry): Promise<void> {
  const author = { ...caller, requestId };
  const after = { ...entry.after, classId };
  return recordChange(tx, author, { entity: 'community_posts', entityId: id, ...entry, after });
}
