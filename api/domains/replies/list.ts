import { and, desc, eq, inArray, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { ofRunningClass, runningClass } from '#api/domains/students/classes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, communityPosts, communityReplies } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { RepliedPost } from '#schema/rest/replies.ts';
import { newRepliesTo } from './detail.ts';

const atMost = 20;

interface Child {
  readonly classHashCode: string;
  readonly profileId: string;
}

/** A child's works on the wall of a running class that have new replies. */
export async function newRepliesFor(
  services: Uses<'db' | 'links' | 'settings'>,
  { classHashCode, profileId }: Child,
): Promise<RepliedPost[]> {
  const { db, links } = services;
  const posts = await postsWithNews(db, { ...runningClass(services, classHashCode), profileId });
  if (posts.length === 0) return [];
  const ids = posts.map(({ id }) => id);
  const replies = await newRepliesTo(db, ids, (mediaId, fileName) => links.ownMedia(mediaId, fileName));
  return posts.map(({ id, kind }) => ({ id, kind, replies: replies.get(id) ?? [] }));
}

const postsWithNews = preparedQuery(
  ['classHashCode', 'timeZone', 'profileId'],
  (db: Queryable, { profileId, ...ofClass }) =>
    db
      .select({ id: communityPosts.id, kind: communityPosts.kind })
      .from(communityPosts)
      .innerJoin(communityReplies, eq(communityReplies.postId, communityPosts.id))
      .where(
        and(
          isShownToChild(profileId),
          isNull(communityReplies.seenAt),
          eq(communityPosts.classId, ofRunningClass(classes.id, ofClass)),
        ),
      )
      .groupBy(communityPosts.id)
      .orderBy(desc(sql`max(${communityReplies.createdAt})`), desc(communityPosts.id))
      .limit(atMost),
);

/** A child's own posts that its wall shows. */
export const isShownToChild = (profileId: string | Placeholder): SQL | undefined =>
  and(
    eq(communityPosts.profileId, profileId),
    inArray(communityPosts.state, ['approved', 'pending']),
    isNotNull(communityPosts.mediaId),
    isNull(communityPosts.deletedAt),
  );
