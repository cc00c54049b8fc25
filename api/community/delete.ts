import { and, eq, isNull, sql } from 'drizzle-orm';
import { visibleTo } from '#api/classes/scope.ts';
import { classes, communityPosts } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { moveToTrash } from '#api/trash/move.ts';

interface OwnPost {
  readonly id: string;
  readonly profileId: string;
}

/** A child takes a work of their own away, wherever it stands: from a completed class and from the queue as well. */
export async function deleteOwnPost({ db }: Services, { id, profileId }: OwnPost): Promise<void> {
  const gone = await db
    .update(communityPosts)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()`, version: sql`${communityPosts.version} + 1` })
    .where(and(eq(communityPosts.id, id), eq(communityPosts.profileId, profileId), isNull(communityPosts.deletedAt)))
    .returning({ id: communityPosts.id });
  if (gone.length === 0) throw notFound();
}

interface StaffDeletion {
  readonly id: string;
  readonly caller: StaffCaller;
  readonly requestId: string;
}

/** Staff take a post of a class they see off its wall. */
export async function deletePost({ db }: Services, { id, caller, requestId }: StaffDeletion): Promise<void> {
  await db.transaction(async (tx) => {
    const [post] = await tx
      .select({
        classId: communityPosts.classId,
        profileId: communityPosts.profileId,
        kind: communityPosts.kind,
        title: communityPosts.title,
        state: communityPosts.state,
      })
      .from(communityPosts)
      .innerJoin(classes, eq(classes.id, communityPosts.classId))
      .where(and(eq(communityPosts.id, id), isNull(communityPosts.deletedAt), visibleTo(caller)))
      .for('update', { of: communityPosts });
    if (!post) throw notFound();
    await moveToTrash(tx, 'community_posts', { id, author: { userId: caller.userId, requestId }, before: post });
  });
}
