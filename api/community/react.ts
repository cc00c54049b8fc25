import { and, eq, sql } from 'drizzle-orm';
import { communityPosts, communityReactions } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import { ReactionType } from '#schema/rest/enumerations.ts';
import { lockShownPost } from './shown-post.ts';

// So that a child who taps all day does not make a post what no other can become.
const maximumPerProfile = 1_000;

interface Reaction {
  readonly postId: string;
  readonly profileId: string;
  readonly type: ReactionType;
  readonly times: number;
}

/** Adds a profile's taps to a post: the post's count and the profile's own move together or not at all. */
export async function react({ db, settings }: Services, { postId, profileId, type, times }: Reaction): Promise<void> {
  await db.transaction(async (tx) => {
    // Whoever taps at the same moment waits here, so what is read next is what is true.
    await lockShownPost(tx, { postId, profileId, timeZone: settings.timeZone });
    const own = { postId, profileId, type };
    const [given] = await tx
      .select({ count: communityReactions.count })
      .from(communityReactions)
      .where(
        and(
          eq(communityReactions.postId, postId),
          eq(communityReactions.profileId, profileId),
          eq(communityReactions.type, type),
        ),
      );
    const added = Math.min(times, maximumPerProfile - (given?.count ?? 0));
    if (added <= 0) return;
    await tx
      .insert(communityReactions)
      .values({ ...own, count: added })
      .onConflictDoUpdate({
        target: [communityReactions.postId, communityReactions.profileId, communityReactions.type],
        set: { count: sql`${communityReactions.count} + ${added}`, updatedAt: sql`now()` },
      });
    const counts =
      type === ReactionType.LIKE
        ? { likeCount: sql`${communityPosts.likeCount} + ${added}` }
        : { heartCount: sql`${communityPosts.heartCount} + ${added}` };
    await tx.update(communityPosts).set(counts).where(eq(communityPosts.id, postId));
  });
}
