import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import {
  classProfiles,
  communityPostReports,
  communityPosts,
  communityReactions,
  media,
  mediaRequests,
  pageViews,
} from '#api/db/schema.ts';
import { holdUsage } from '#api/usage/lock.ts';

interface HandOver {
  readonly from: string;
  readonly into: string;
}

/** Gives all that is one profile's to another, in the caller's transaction; a post's counts stay what they are. */
export async function handOver(tx: Queryable, { from, into }: HandOver): Promise<void> {
  await handOverClasses(tx, { from, into });
  await handOverReactions(tx, { from, into });
  await handOverReports(tx, { from, into });
  const owned = { profileId: into };
  await tx.update(communityPosts).set(owned).where(eq(communityPosts.profileId, from));
  await tx.update(media).set(owned).where(eq(media.profileId, from));
  await tx.update(mediaRequests).set(owned).where(eq(mediaRequests.profileId, from));
  await holdUsage(tx);
  await tx.update(pageViews).set(owned).where(eq(pageViews.profileId, from));
}

async function handOverClasses(tx: Queryable, { from, into }: HandOver): Promise<void> {
  await tx.execute(sql`
    insert into ${classProfiles} (class_id, profile_id, joined_at, last_seen_at)
      select class_id, ${into}, joined_at, last_seen_at from ${classProfiles} where profile_id = ${from}
    on conflict (class_id, profile_id) do update set
      joined_at = least(${classProfiles.joinedAt}, excluded.joined_at),
      last_seen_at = greatest(${classProfiles.lastSeenAt}, excluded.last_seen_at)`);
  await tx.delete(classProfiles).where(eq(classProfiles.profileId, from));
}

async function handOverReactions(tx: Queryable, { from, into }: HandOver): Promise<void> {
  await tx.execute(sql`
    insert into ${communityReactions} (post_id, profile_id, type, count, created_at)
      select post_id, ${into}, type, count, created_at from ${communityReactions} where profile_id = ${from}
    on conflict (post_id, profile_id, type) do update set
      count = ${communityReactions.count} + excluded.count, updated_at = now()`);
  await tx.delete(communityReactions).where(eq(communityReactions.profileId, from));
}

// One child reports a post once: a second report of the same post goes.
async function handOverReports(tx: Queryable, { from, into }: HandOver): Promise<void> {
  await tx.execute(sql`
    update ${communityPostReports} set profile_id = ${into} where profile_id = ${from}
      and post_id not in (select post_id from ${communityPostReports} where profile_id = ${into})`);
  await tx.delete(communityPostReports).where(eq(communityPostReports.profileId, from));
}
