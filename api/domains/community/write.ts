import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { isCompleted, visibleTo } from '#api/domains/classes/scope.ts';
import { ownZone } from '#api/domains/schools/zone.ts';
import { holdCaller } from '#api/domains/students/live-profile.ts';
import { textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import { moveToTrash } from '#api/domains/trash/move.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  classes,
  classProfiles,
  communityPostReports,
  communityPosts,
  communityReactions,
  profiles,
  textbooks,
} from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { ReactionType } from '#schema/rest/enumerations.ts';

interface OwnPost {
  readonly id: string;
  readonly profileId: string;
}

/** Deletes a child's own post, also in a completed class or while it waits for review. */
export async function deleteOwnPost({ db }: Uses<'db'>, { id, profileId }: OwnPost): Promise<void> {
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

/** Puts a post into the trash, for staff who see its class. */
export async function deletePost({ db }: Uses<'db'>, { id, caller, requestId }: StaffDeletion): Promise<void> {
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
    await moveToTrash(tx, 'community_posts', { id, author: { ...caller, requestId }, before: post });
  });
}

interface Reaction {
  readonly postId: string;
  readonly profileId: string;
  readonly type: ReactionType;
  /** True gives the reaction, false takes it back. */
  readonly given: boolean;
}

/**
 * Gives a profile's reaction to a post, or takes it back: the post's count and the profile's own row change in one
 * transaction. A reaction that is given already, or is not there to be taken back, changes nothing.
 */
export async function react({ db, settings }: Uses<'db' | 'settings'>, { given, ...own }: Reaction): Promise<void> {
  await db.transaction(async (tx) => {
    // A merge, too, locks the profile before the post: it moves the profile's reactions.
    await holdCaller(tx, own.profileId);
    // The row lock serialises simultaneous reactions, so the count that changes next is current.
    await lockVisiblePost(tx, { ...own, timeZone: settings.timeZone });
    const change = given ? await give(tx, own) : -(await takeBack(tx, own));
    if (change === 0) return;
    const counts =
      own.type === ReactionType.LIKE
        ? { likeCount: sql`greatest(0, ${communityPosts.likeCount} + ${change})` }
        : { heartCount: sql`greatest(0, ${communityPosts.heartCount} + ${change})` };
    await tx.update(communityPosts).set(counts).where(eq(communityPosts.id, own.postId));
  });
}

type OwnReaction = Omit<Reaction, 'given'>;

// Resolves to the number of added reactions, 0 or 1.
async function give(tx: Queryable, own: OwnReaction): Promise<number> {
  const added = await tx
    .insert(communityReactions)
    .values({ ...own, count: 1 })
    .onConflictDoNothing()
    .returning({ count: communityReactions.count });
  return added.length;
}

// Resolves to the number of reactions that were removed. During an upgrade an older server may have counted several.
async function takeBack(tx: Queryable, { postId, profileId, type }: OwnReaction): Promise<number> {
  const [removed] = await tx
    .delete(communityReactions)
    .where(
      and(
        eq(communityReactions.postId, postId),
        eq(communityReactions.profileId, profileId),
        eq(communityReactions.type, type),
      ),
    )
    .returning({ count: communityReactions.count });
  return removed?.count ?? 0;
}

interface Report {
  readonly postId: string;
  readonly profileId: string;
  readonly reason: string;
}

/** Reports a post to staff. A profile can report a post once, so that no child floods the queue. */
export async function reportPost({ db, settings }: Uses<'db' | 'settings'>, report: Report): Promise<void> {
  await db.transaction(async (tx) => {
    await holdCaller(tx, report.profileId);
    await lockVisiblePost(tx, { ...report, timeZone: settings.timeZone });
    await tx
      .insert(communityPostReports)
      .values({ id: newId(), ...report })
      .onConflictDoNothing();
  });
}

interface PostReference {
  readonly postId: string;
  readonly profileId: string;
  readonly timeZone: string;
}

/**
 * Locks a post until the transaction ends. Answers 404 unless the post is visible on the wall of a class that the profile
 * has joined, and 409 when that class is completed.
 */
async function lockVisiblePost(tx: Queryable, { postId, profileId, timeZone }: PostReference): Promise<void> {
  const [found] = await tx
    .select({
      status: classes.status,
      endDate: classes.endDate,
      ownZone: ownZone(),
      waiting: classProfiles.waiting,
    })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .innerJoin(classProfiles, and(eq(classProfiles.classId, classes.id), eq(classProfiles.profileId, profileId)))
    .where(
      and(
        eq(communityPosts.id, postId),
        eq(communityPosts.state, 'approved'),
        isNotNull(communityPosts.mediaId),
        isNull(communityPosts.deletedAt),
        isNull(profiles.deletedAt),
        isNull(classes.deletedAt),
        textBookIsPublished,
      ),
    )
    .for('no key update', { of: communityPosts });
  if (!found) throw notFound();
  if (isCompleted(found, timeZone)) throw conflict('messages.classCompleted', 'This class has finished.');
  if (found.waiting) throw conflict('messages.waitsForTeacher', 'The teacher has not let this child in yet.');
}
