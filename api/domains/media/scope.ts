import { and, eq, exists, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, communityPosts, communityReplies, media, profiles } from '#api/ground/db/schema.ts';

export type Media = typeof media.$inferSelect;

/** The audience of a link: everybody who may see the wall, the post's own child, or the staff who review the post. */
export type Sight = 'everybody' | 'own' | 'staff';

const statesInSight = {
  everybody: ['approved'],
  own: ['approved', 'pending'],
  staff: ['approved', 'pending', 'hidden'],
} as const;

/**
 * A stored file that may be shown. A child's goes out of sight with its post, its profile and its class, and for
 * all but the staff when the post is hidden.
 */
export async function findMedia(db: Queryable, id: string, sight: Sight = 'everybody'): Promise<Media | undefined> {
  const isInSight = and(
    isNull(communityPosts.deletedAt),
    isNull(profiles.deletedAt),
    isNull(classes.deletedAt),
    inArray(communityPosts.state, statesInSight[sight]),
  );
  const post = db
    .select({ id: communityPosts.id })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .where(and(or(eq(communityPosts.mediaId, media.id), eq(communityPosts.thumbnailMediaId, media.id)), isInSight));
  // A staff reply is only for the staff and for the child.
  const reply = db
    .select({ id: communityReplies.id })
    .from(communityReplies)
    .innerJoin(communityPosts, eq(communityPosts.id, communityReplies.postId))
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .where(and(eq(communityReplies.mediaId, media.id), isInSight));
  const shown = sight === 'everybody' ? exists(post) : or(exists(post), exists(reply));
  const [row] = await db
    .select()
    .from(media)
    .where(and(eq(media.id, id), or(ne(media.purpose, 'community'), shown)));
  return row;
}

/** A stored file of staff's that a page may show or play; undefined for a child's, and for one of another kind. */
export async function teachingMedia(tx: Queryable, id: string, kind: 'image' | 'audio') {
  const [row] = await tx
    .select({ id: media.id, fileName: media.fileName, uploadedById: media.uploadedById })
    .from(media)
    .where(and(eq(media.id, id), eq(media.kind, kind), eq(media.purpose, 'teaching')));
  return row;
}
