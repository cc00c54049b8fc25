import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Author, recordChange } from '#api/audit/record.ts';
import { assertVersion } from '#api/audit/versions.ts';
import type { Queryable } from '#api/db/client.ts';
import { classes, communityPostReports, communityPosts, profiles } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { BulkResult } from '#schema/rest/bulk.ts';
import type { ModerationState } from '#schema/rest/moderation.ts';
import { moderatedBy } from './posts.ts';

interface Judge {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

type Post = typeof communityPosts.$inferSelect;

const verbs = { approved: 'approve', hidden: 'hide', pending: 'let-wait' } as const;

/** Decides on one post, unless somebody did so since the caller read it. */
export async function setState(
  { db }: Services,
  { id, state, version, ...judge }: Judge & { id: string; state: ModerationState; version: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const posts = await lockPosts(tx, judge.caller, [id]);
    const [post] = posts;
    if (!post) throw notFound();
    await assertVersion(tx, post, version);
    await decide(tx, judge, { posts, state });
  });
}

/** Approves those of the posts that wait; tells of each of the others why it is as it was. */
export async function approvePosts({ db }: Services, judge: Judge, ids: readonly string[]): Promise<BulkResult> {
  return db.transaction(async (tx) => {
    const found = await lockPosts(tx, judge.caller, ids);
    await decide(tx, judge, { posts: found.filter(({ state }) => state === 'pending'), state: 'approved' });
    const states = new Map(found.map(({ id, state }) => [id, state]));
    const results = ids.map((id) => {
      const state = states.get(id.toLowerCase());
      if (state === undefined) return { id, messageKey: 'messages.notFound' };
      return { id, messageKey: state === 'hidden' ? 'messages.postNotWaiting' : null };
    });
    return { results };
  });
}

/** Answers what children reported about a post and leaves the post as it is. */
export async function resolveReports({ db }: Services, { id, ...judge }: Judge & { id: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const posts = await lockPosts(tx, judge.caller, [id]);
    const [post] = posts;
    if (!post) throw notFound();
    const reports = (await answerReports(tx, posts, judge.caller)).get(post.id) ?? 0;
    if (reports > 0) await write(tx, judge, post, { action: 'resolve-reports', after: { reports } });
  });
}

// In the order of their ids, so that two who decide on the same posts do not wait for each other for ever.
const lockPosts = async (tx: Queryable, caller: StaffCaller, ids: readonly string[]): Promise<Post[]> => {
  const rows = await tx
    .select({ post: communityPosts })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .where(and(inArray(communityPosts.id, [...ids]), isNotNull(communityPosts.mediaId), moderatedBy(caller)))
    .orderBy(communityPosts.id)
    .for('no key update', { of: communityPosts });
  return rows.map(({ post }) => post);
};

interface Decision {
  readonly posts: readonly Post[];
  readonly state: ModerationState;
}

async function decide(tx: Queryable, judge: Judge, { posts, state }: Decision): Promise<void> {
  const { userId } = judge.caller;
  const answered = state === 'pending' ? new Map<string, number>() : await answerReports(tx, posts, judge.caller);
  const changed = posts.filter((post) => post.state !== state || answered.has(post.id));
  const now = new Date();
  const decided =
    state === 'pending' ? { decidedById: null, decidedAt: null } : { decidedById: userId, decidedAt: now };
  await tx
    .update(communityPosts)
    .set({ state, ...decided, version: sql`${communityPosts.version} + 1`, updatedAt: now, updatedById: userId })
    .where(inArray(communityPosts.id, idsOf(changed)));
  for (const post of changed) {
    const after = { state, reports: answered.get(post.id) ?? 0 };
    await write(tx, judge, post, { action: verbs[state], before: { state: post.state }, after });
  }
}

const idsOf = (posts: readonly Post[]): string[] => posts.map(({ id }) => id);

// How many reports were answered, by post.
async function answerReports(tx: Queryable, posts: readonly Post[], { userId }: StaffCaller) {
  const answered = await tx
    .update(communityPostReports)
    .set({ resolvedAt: sql`now()`, resolvedById: userId })
    .where(and(inArray(communityPostReports.postId, idsOf(posts)), isNull(communityPostReports.resolvedAt)))
    .returning({ postId: communityPostReports.postId });
  const counts = new Map<string, number>();
  for (const { postId } of answered) counts.set(postId, (counts.get(postId) ?? 0) + 1);
  return counts;
}

interface Written {
  readonly action: string;
  readonly before?: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

function write(tx: Queryable, { caller, requestId }: Judge, { id, classId }: Post, change: Written): Promise<void> {
  const author: Author = { userId: caller.userId, requestId };
  const after = { ...change.after, classId };
  return recordChange(tx, author, { entity: 'community_posts', entityId: id, ...change, after });
}
