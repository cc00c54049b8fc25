import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { normalForm } from '#api/ground/db/schema/columns.ts';
import { auditLog, communityPosts, communityReactions, pageViews } from '#api/ground/db/schema.ts';
import { ReactionType } from '#schema/rest/enumerations.ts';

// The search text as `recordChange` writes it, without the names that are forgotten.
const leftToSearch = normalForm(sql`concat_ws(' ', ${auditLog.actorName}, ${auditLog.apiKeyName})`);

/** Keeps in the log of a deleted child the actions of staff, and removes the names of the child and of its works. */
export async function forgetInAudit(tx: Queryable, entity: 'profiles' | 'community_posts', ids: SQL): Promise<void> {
  await tx.execute(sql`
    update ${auditLog} set entity_name = '', before = null, after = null, search_text = ${leftToSearch}
    where ${auditLog.entity} = ${entity} and ${auditLog.entityId} = any(${ids})`);
}

/**
 * Removes profiles from all rows that outlive them: the log, the page views, and the reactions they gave. The caller holds
 * the profiles for update, so that no page view with their ids is being stored.
 */
export async function forgetProfiles(tx: Queryable, ids: SQL): Promise<void> {
  await forgetInAudit(tx, 'profiles', ids);
  // Without the session's key nothing that a device sends again leads back to the child.
  await tx.execute(sql`
    update ${pageViews} set profile_id = null, session_key = null, client_ip = null
    where ${pageViews.profileId} = any(${ids})`);
  const given = (type: number) => sql`coalesce(sum(count) filter (where type = ${type}::smallint), 0)::int`;
  await tx.execute(sql`
    update ${communityPosts} post
    set like_count = greatest(0, post.like_count - gone.likes), heart_count = greatest(0, post.heart_count - gone.hearts)
    from (
      select post_id, ${given(ReactionType.LIKE)} as likes, ${given(ReactionType.HEART)} as hearts
      from ${communityReactions} where ${communityReactions.profileId} = any(${ids}) group by post_id
    ) gone
    where post.id = gone.post_id`);
}
