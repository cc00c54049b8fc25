import { and, eq, exists, isNull, ne, or } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { communityPosts, media } from '#api/db/schema.ts';

export type Media = typeof media.$inferSelect;

/** A stored file that may be shown. A child's goes out of sight with the post that showed it. */
export async function findMedia(db: Queryable, id: string): Promise<Media | undefined> {
  const post = db
    .select({ id: communityPosts.id })
    .from(communityPosts)
    .where(
      and(
        or(eq(communityPosts.mediaId, media.id), eq(communityPosts.thumbnailMediaId, media.id)),
        isNull(communityPosts.deletedAt),
      ),
    );
  const [row] = await db
    .select()
    .from(media)
    .where(and(eq(media.id, id), or(ne(media.purpose, 'community'), exists(post))));
  return row;
}
