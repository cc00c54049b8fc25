import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { auditLog, communityPosts, communityReplies, media, mediaRequests, profiles } from '#api/ground/db/schema.ts';

/** Selects the profile's id, and the ids of the deleted profiles that were merged into it: they belong to the same child. */
export const selectIdsOfChild = (id: string | Placeholder): SQL => sql`
  with recursive own as (
    select ${id}::uuid as id
    union
    select ${profiles.id} from own
      join ${auditLog} on ${auditLog.entityId} = own.id and ${mergesOthers}
      cross join jsonb_array_elements_text(${auditLog.after} -> 'mergedIds') merged(id)
      join ${profiles} on ${profiles.id} = merged.id::uuid and ${profiles.deletedAt} is not null
  ) select id from own`;

/** Reads the ids of `selectIdsOfChild`. */
export async function profilesOfChild(tx: Queryable, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(selectIdsOfChild(id));
  return rows.map(({ id: each }) => each);
}

/** Audit rows of merges, whose `after -> 'mergedIds'` has the merged profiles. */
export const mergesOthers = sql`${auditLog.entity} = 'profiles' and ${auditLog.action} = 'merge'`;

// Below, `ids` is an array of the ids of profiles, and `posts` the array of the ids of their posts.

/** The ids of the posts of profiles, in any state. */
export const postsOf = (ids: SQL): SQL =>
  sql`array(select ${communityPosts.id} from ${communityPosts} where ${communityPosts.profileId} = any(${ids}))`;

/** The ids of the media of profiles, of their posts, and of the staff's replies. */
export const mediaOf = (ids: SQL, posts = postsOf(ids)): SQL => sql`(
  select unnest(array[${communityPosts.mediaId}, ${communityPosts.thumbnailMediaId}])
    from ${communityPosts} where ${communityPosts.profileId} = any(${ids})
  union select ${communityReplies.mediaId} from ${communityReplies} where ${communityReplies.postId} = any(${posts})
  union select ${media.id} from ${media} where ${media.profileId} = any(${ids}))`;

/** The audit log's entries about profiles and their works. */
export const auditOf = (ids: SQL, posts = postsOf(ids)): SQL => sql`(
  (${auditLog.entity} = 'profiles' and ${auditLog.entityId} = any(${ids}))
  or (${auditLog.entity} = 'community_posts' and ${auditLog.entityId} = any(${posts})))`;

/** Uploads that are not finished. */
export const unfinishedOf = (ids: SQL): SQL =>
  sql`(${mediaRequests.profileId} = any(${ids}) and ${mediaRequests.state} in ('pending', 'processing'))`;
