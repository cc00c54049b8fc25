import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { communityReplies, media } from '#api/ground/db/schema.ts';
import type { FileLink } from '#schema/rest/values.ts';
import type { PostReply } from '#schema/rest/community.ts';

/** How the caller opens a voice: a link for the staff, or for the child alone. */
type VoiceLink = (mediaId: string, fileName: string) => FileLink;

export type RepliesByPost = ReadonlyMap<string, readonly PostReply[]>;

/** The replies to posts by the post's id, the stamp before the voice; one query for any number of posts. */
export async function repliesTo(db: Queryable, postIds: readonly string[], link: VoiceLink): Promise<RepliesByPost> {
  if (postIds.length === 0) return new Map();
  return byPost(await repliesToPosts(db, { postIds }), link);
}

/** The same without the replies that the child has seen. */
export async function newRepliesTo(db: Queryable, postIds: readonly string[], link: VoiceLink) {
  return byPost(await newRepliesToPosts(db, { postIds }), link);
}

const selectReplies = (db: Queryable, condition: SQL | undefined) =>
  db
    .select({
      postId: communityReplies.postId,
      kind: communityReplies.kind,
      stamp: communityReplies.stamp,
      voice: { id: media.id, fileName: media.fileName },
      seenAt: communityReplies.seenAt,
      createdAt: communityReplies.createdAt,
    })
    .from(communityReplies)
    .leftJoin(media, eq(media.id, communityReplies.mediaId))
    .where(condition)
    .orderBy(asc(communityReplies.postId), asc(communityReplies.kind));

const repliesToPosts = preparedQuery(['postIds'], (db: Queryable, { postIds }) =>
  selectReplies(db, sql`${communityReplies.postId} = any(${postIds})`),
);

const newRepliesToPosts = preparedQuery(['postIds'], (db: Queryable, { postIds }) =>
  selectReplies(db, and(sql`${communityReplies.postId} = any(${postIds})`, isNull(communityReplies.seenAt))),
);

type Row = Awaited<ReturnType<typeof selectReplies>>[number];

function byPost(rows: readonly Row[], link: VoiceLink): Map<string, PostReply[]> {
  const replies = new Map<string, PostReply[]>();
  for (const { postId, voice, seenAt, createdAt, ...reply } of rows) {
    const ofPost = replies.get(postId) ?? [];
    ofPost.push({
      ...reply,
      voice: voice && link(voice.id, voice.fileName),
      seen: seenAt !== null,
      createdAt: createdAt.toISOString(),
    });
    replies.set(postId, ofPost);
  }
  return replies;
}
