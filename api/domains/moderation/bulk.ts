import { and, eq, inArray } from 'drizzle-orm';
import { inClass } from '#api/domains/class-profiles/list.ts';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { moveAllToTrash } from '#api/domains/trash/move.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classProfiles, communityPosts, profiles } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { moderatableBy } from './detail.ts';
import { decide, type Moderator, type Post } from './write.ts';

interface OfStudents extends Moderator {
  readonly classId: string;
  readonly studentIds: readonly string[];
}

interface Changed {
  /** Posts. */
  readonly count: number;
}

/** Hides all posts of these students on a class's wall; counts those that were not hidden before. */
export async function hideStudentPosts({ db }: Uses<'db'>, asked: OfStudents): Promise<Changed> {
  return db.transaction(async (tx) => {
    const posts = await lockStudentPosts(tx, asked);
    await decide(tx, asked, { posts, state: 'hidden' });
    return { count: posts.filter(({ state }) => state !== 'hidden').length };
  });
}

/** Puts all posts of these students on a class's wall into the trash. */
export async function deleteStudentPosts({ db }: Uses<'db'>, asked: OfStudents): Promise<Changed> {
  const author = { ...asked.caller, requestId: asked.requestId };
  return db.transaction(async (tx) => {
    const posts = await lockStudentPosts(tx, asked);
    const rows = posts.map(({ id, classId, profileId, kind, title, state }) => ({
      id,
      before: { classId, profileId, kind, title, state },
    }));
    await moveAllToTrash(tx, 'community_posts', { author, rows });
    return { count: posts.length };
  });
}

/**
 * Locks the students' posts in the order of their ids, also those without a file yet: these would appear once they are
 * prepared. Answers 404 unless the caller sees the class and each student has joined it or has a post there.
 */
async function lockStudentPosts(tx: Queryable, { caller, classId, studentIds }: OfStudents): Promise<Post[]> {
  const [visible] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(eq(classes.id, classId), visibleTo(caller)));
  if (!visible) throw notFound();
  const rows = await tx
    .select({ post: communityPosts })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .where(
      and(
        eq(communityPosts.classId, classId),
        inArray(communityPosts.profileId, [...studentIds]),
        moderatableBy(caller),
      ),
    )
    .orderBy(communityPosts.id)
    .for('no key update', { of: communityPosts });
  const joined = await tx
    .select({ id: profiles.id })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(and(inClass(classId), inArray(profiles.id, [...studentIds])));
  const knownProfileIds = new Set([...joined.map(({ id }) => id), ...rows.map(({ post }) => post.profileId)]);
  if (studentIds.some((id) => !knownProfileIds.has(id.toLowerCase()))) throw notFound();
  return rows.map(({ post }) => post);
}
