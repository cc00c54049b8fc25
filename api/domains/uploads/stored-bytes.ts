import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, communityPosts, media, mediaRequests, profiles } from '#api/ground/db/schema.ts';

export const megabyte = 1024 * 1024;

/** The works on the walls of a school's classes. */
export const ofSchool = (schoolId: string): SQL =>
  sql`${communityPosts.classId} in (
    select ${classes.id} from ${classes} where ${classes.schoolId} = ${schoolId} and ${classes.deletedAt} is null
  )`;

/**
 * The bytes of stored and of pending works. A deleted work, or one of a removed profile, does not count, although its
 * file stays until the purge.
 */
export async function bytesOf(db: Queryable, owner: SQL): Promise<number> {
  const condition = and(owner, isNull(communityPosts.deletedAt), isNull(profiles.deletedAt));
  const [kept] = await db
    .select({ bytes: sql<number>`coalesce(sum(${media.byteSize}), 0)::float8` })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(media, or(eq(media.id, communityPosts.mediaId), eq(media.id, communityPosts.thumbnailMediaId)))
    .where(condition);
  const [coming] = await db
    .select({ bytes: sql<number>`coalesce(sum(${mediaRequests.sourceSize}), 0)::float8` })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(mediaRequests, eq(mediaRequests.postId, communityPosts.id))
    .where(and(condition, inArray(mediaRequests.state, ['pending', 'processing'])));
  return (kept?.bytes ?? 0) + (coming?.bytes ?? 0);
}
