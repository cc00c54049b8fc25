import { eq } from 'drizzle-orm';
import { newId } from '#api/ground/db/ids.ts';
import { communityReplies, media } from '#api/ground/db/schema.ts';
import { replyName } from './media-names.ts';
import { type MadeClass, type Making, type MediaIds, named, type Staff } from './school.ts';
import type { PostPlan } from './wall.ts';

interface Parts extends Making {
  readonly media: MediaIds;
  readonly staff: Staff;
}

interface Replied {
  readonly plan: PostPlan;
  /** The plan's place among all, which its files are named by. */
  readonly index: number;
  readonly one: MadeClass;
  readonly post: { readonly id: string; readonly profileId: string };
  /** When the teacher answered. */
  readonly at: Date;
}

/** The teacher's answer to a post: a stamp, and a voice where the plan has one. */
export async function makeReplies(
  { db, clock, staff, media: mediaIds }: Parts,
  { plan, index, one, post, at }: Replied,
): Promise<void> {
  const { reply } = plan;
  if (!reply) return;
  const createdAt = new Date(Math.min(at.getTime(), clock.now.getTime()));
  const repliedById = one.plan.main === null ? null : named(staff, one.plan.main);
  const row = { postId: post.id, repliedById, createdAt, seenAt: reply.isSeen ? createdAt : null };
  await db.insert(communityReplies).values({ id: newId(), ...row, kind: 'stamp', stamp: reply.stamp });
  if (reply.sound === undefined) return;
  const mediaId = named(mediaIds, replyName(String(index)));
  await db.update(media).set({ profileId: post.profileId, createdAt }).where(eq(media.id, mediaId));
  await db.insert(communityReplies).values({ id: newId(), ...row, kind: 'voice', mediaId });
}
