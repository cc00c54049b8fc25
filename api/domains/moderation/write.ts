import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Author, type Change, recordChanges } from '#api/domains/audit/record.ts';
import { assertVersion, timeOfChange } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, communityPostReports, communityPosts, profiles } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BulkResult } from '#schema/rest/bulk.ts';
import type { ModerationState } from '#schema/rest/community.ts';
import { moderatableBy } from './detail.ts';

export interface Moderator {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

export type Post = typeof communityPosts.$inferSelect;

const auditActions = { approved: 'approve', hidden: 'hide', pending: 'let-wait' } as const;

interface Wanted extends Moderator {
  readonly id: string;
  readonly state: ModerationState;
  readonly version: number;
  /** True when the caller takes the last decision about the post back. */
  readonly undo: boolean;
}

/** Sets the state of one post; answers 409 when somebody changed the post since the caller read it. */
export async function setState({ db }: Uses<'db'>, { id, state, version, undo, ...moderator }: Wanted): Promise<void> {
  await db.transaction(async (tx) => {
    const posts = await lockPosts(tx, moderator.caller, [id]);
    const [post] = posts;
    if (!post) throw notFound();
    await assertVersion(tx, post, version);
    await decide(tx, moderator, { posts, state, undo });
  });
}

/** Approves the pending posts among the ids; answers for each other id why it was not approved. */
export async function approvePosts(
  { db }: Uses<'db'>,
  moderator: Moderator,
  ids: readonly string[],
): Promise<BulkResult> {
  return db.transaction(async (tx) => {
    const found = await lockPosts(tx, moderator.caller, ids);
    await decide(tx, moderator, { posts: found.filter(({ state }) => state === 'pending'), state: 'approved' });
    const states = new Map(found.map(({ id, state }) => [id, state]));
    const results = ids.map((id) => {
      const state = states.get(id.toLowerCase());
      if (state === undefined) return { id, messageKey: 'messages.notFound' };
      return { id, messageKey: state === 'hidden' ? 'messages.postNotWaiting' : null };
    });
    return { results };
  });
}

interface Kept extends Moderator {
  readonly id: string;
  /** The reports that the caller has read; undefined for all. A later report stays open. */
  readonly reportIds?: readonly string[] | undefined;
}

/** Resolves the reports of a post without a change of the post. */
export async function resolveReports({ db }: Uses<'db'>, { id, reportIds, ...moderator }: Kept): Promise<void> {
  await db.transaction(async (tx) => {
    const posts = await lockPosts(tx, moderator.caller, [id]);
    const [post] = posts;
    if (!post) throw notFound();
    const resolution = { ...moderator.caller, now: new Date(), reportIds };
    const reports = (await resolveOpenReports(tx, posts, resolution)).get(post.id) ?? 0;
    const change = changeOf(post, { action: 'resolve-reports', after: { reports } });
    if (reports > 0) await recordChanges(tx, authorOf(moderator), [change]);
  });
}

/** Posts that the caller may decide on, locked until the transaction ends; in the order of the ids, so that two moderators cannot deadlock. */
export const lockPosts = async (tx: Queryable, caller: StaffCaller, ids: readonly string[]): Promise<Post[]> => {
  const rows = await tx
    .select({ post: communityPosts })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .where(and(inArray(communityPosts.id, [...ids]), isNotNull(communityPosts.mediaId), moderatableBy(caller)))
    .orderBy(communityPosts.id)
    .for('no key update', { of: communityPosts });
  return rows.map(({ post }) => post);
};

interface Decision {
  readonly posts: readonly Post[];
  readonly state: ModerationState;
  /** Reopens the reports that the last decision answered, and answers none. */
  readonly undo?: boolean;
}

/** Sets the state of locked posts, and answers their reports; records each change in the audit log. */
export async function decide(tx: Queryable, moderator: Moderator, decision: Decision): Promise<void> {
  const { posts, state, undo = false } = decision;
  const { userId } = moderator.caller;
  const now = new Date();
  const none = new Map<string, number>();
  const reopened = undo ? await reopenReports(tx, posts) : none;
  const resolved = undo || state === 'pending' ? none : await resolveOpenReports(tx, posts, { userId, now });
  const changed = posts.filter(({ id, state: before }) => before !== state || resolved.has(id) || reopened.has(id));
  const decided =
    state === 'pending' ? { decidedById: null, decidedAt: null } : { decidedById: userId, decidedAt: now };
  await tx
    .update(communityPosts)
    .set({
      state,
      ...decided,
      version: sql`${communityPosts.version} + 1`,
      updatedAt: timeOfChange,
      updatedById: userId,
    })
    .where(inArray(communityPosts.id, idsOf(changed)));
  const changes = changed.map((post) => {
    const after = { state, reports: resolved.get(post.id) ?? 0 };
    const reports = reopened.get(post.id) ?? 0;
    const before = { state: post.state, ...(reports > 0 && { reports }) };
    return changeOf(post, { action: auditActions[state], before, after });
  });
  await recordChanges(tx, authorOf(moderator), changes);
}

const idsOf = (posts: readonly Post[]): string[] => posts.map(({ id }) => id);

interface Resolution {
  readonly userId: string;
  readonly now: Date;
  readonly reportIds?: Kept['reportIds'];
}

// Resolves the open reports of posts, all or those with the ids; counts them by post id.
async function resolveOpenReports(tx: Queryable, posts: readonly Post[], { userId, now, reportIds }: Resolution) {
  const resolved = await tx
    .update(communityPostReports)
    .set({ resolvedAt: now, resolvedById: userId })
    .where(
      and(
        inArray(communityPostReports.postId, idsOf(posts)),
        isNull(communityPostReports.resolvedAt),
        reportIds && inArray(communityPostReports.id, [...reportIds]),
      ),
    )
    .returning({ postId: communityPostReports.postId });
  return countByPost(resolved);
}

// Reopens the reports that the last decision about posts resolved: both have the same instant. Counts them by post id.
async function reopenReports(tx: Queryable, posts: readonly Post[]) {
  const decidedAt = tx
    .select({ decidedAt: communityPosts.decidedAt })
    .from(communityPosts)
    .where(eq(communityPosts.id, communityPostReports.postId));
  const reopened = await tx
    .update(communityPostReports)
    .set({ resolvedAt: null, resolvedById: null })
    .where(and(inArray(communityPostReports.postId, idsOf(posts)), eq(communityPostReports.resolvedAt, decidedAt)))
    .returning({ postId: communityPostReports.postId });
  return countByPost(reopened);
}

function countByPost(reports: readonly { readonly postId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { postId } of reports) counts.set(postId, (counts.get(postId) ?? 0) + 1);
  return counts;
}

interface Entry {
  readonly action: string;
  readonly before?: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

const authorOf = ({ caller, requestId }: Moderator): Author => ({ ...caller, requestId });

const changeOf = ({ id, classId }: Post, entry: Entry): Change => ({
  entity: 'community_posts',
  entityId: id,
  ...entry,
  after: { ...entry.after, classId },
});
