import { newId } from '#api/ground/db/ids.ts';
import {
  communityPostReports,
  communityPosts,
  communityReactions,
  media,
  mediaRequests,
} from '#api/ground/db/schema.ts';
import { inArray } from 'drizzle-orm';
import { ReactionType } from '#schema/rest/enumerations.ts';
import { makeReplies } from './make-replies.ts';
import { postCardName, postName } from './media-names.ts';
import { type MadeClass, type Making, type MediaIds, named, type Staff } from './school.ts';
import { type PostPlan, wall } from './wall.ts';

interface Parts extends Making {
  readonly classes: readonly MadeClass[];
  readonly media: MediaIds;
  readonly staff: Staff;
}

/** The posts of `wall`, decided by their class's teacher, with the reactions of the class. */
export async function makePosts(parts: Parts): Promise<void> {
  const classes = new Map(parts.classes.map((one) => [one.plan.name, one]));
  for (const [index, plan] of wall.entries())
    await makePost(parts, { plan, index, one: named(classes, plan.className) });
  await makeRejected(parts);
}

/** A film that was too long: its post is gone, its answer stays. */
async function makeRejected({ db, clock, classes }: Parts): Promise<void> {
  const profileId = classes[0]?.profileIds[0];
  if (profileId === undefined) return;
  const createdAt = clock.at(clock.day(-2), 620);
  const answer = { state: 'rejected', messageKey: 'messages.videoTooLong', attempts: 1 } as const;
  await db.insert(mediaRequests).values({ id: newId(), profileId, ...answer, createdAt, updatedAt: createdAt });
}

interface PostPlace {
  readonly plan: PostPlan;
  readonly index: number;
  readonly one: MadeClass;
}

async function makePost(parts: Parts, place: PostPlace): Promise<void> {
  const { db, clock, dice, staff, media: mediaIds } = parts;
  const { plan, index, one } = place;
  const post = { id: newId(), profileId: one.profileIds[plan.student] ?? '' };
  const mediaId = named(mediaIds, postName(String(index)));
  const thumbnailMediaId = mediaIds.get(postCardName(String(index))) ?? null;
  const createdAt = clock.at(clock.day(-plan.daysAgo), 530 + dice.below(300));
  const isDecided = plan.state !== 'pending' && one.plan.approvalRequired;
  const decidedAt = isDecided ? new Date(Math.min(createdAt.getTime() + 5_400_000, clock.now.getTime())) : null;

  await db
    .update(media)
    .set({ profileId: post.profileId, createdAt })
    .where(inArray(media.id, [mediaId, thumbnailMediaId ?? mediaId]));
  await db.insert(communityPosts).values({
    ...post,
    classId: one.id,
    lessonId: one.book.lessons[0]?.id,
    kind: 'sound' in plan.work ? 'record' : 'image',
    title: plan.title,
    mediaId,
    thumbnailMediaId,
    state: plan.state,
    decidedById: isDecided && one.plan.main !== null ? named(staff, one.plan.main) : null,
    decidedAt,
    likeCount: plan.likes,
    heartCount: plan.hearts,
    createdAt,
    updatedAt: decidedAt ?? createdAt,
  });
  await db.insert(mediaRequests).values({ id: newId(), ...requestOf(post), createdAt, updatedAt: createdAt });
  const reactions = [
    ...reactionsOf(place, { postId: post.id, type: ReactionType.LIKE, count: plan.likes, createdAt }),
    ...reactionsOf(place, { postId: post.id, type: ReactionType.HEART, count: plan.hearts, createdAt }),
  ];
  if (reactions.length > 0) await db.insert(communityReactions).values(reactions);
  await makeReplies(parts, { ...place, post, at: new Date(createdAt.getTime() + 7_200_000) });
  if (plan.reported)
    await db
      .insert(communityPostReports)
      .values({ id: newId(), postId: post.id, profileId: one.profileIds[0], reason: 'ちがう しゃしんです', createdAt });
}

const requestOf = ({ id, profileId }: { id: string; profileId: string }) => ({
  postId: id,
  profileId,
  state: 'ready' as const,
  attempts: 1,
});

interface Given {
  readonly postId: string;
  readonly type: ReactionType;
  readonly count: number;
  readonly createdAt: Date;
}

/** The reactions of so many other students of the class, one each. */
function reactionsOf({ plan, one }: PostPlace, { count, ...reaction }: Given) {
  const others = one.profileIds.filter((_id, student) => student !== plan.student);
  if (count > others.length) throw new Error(`${plan.title}: ${count} reactions of ${others.length} students`);
  return others
    .slice(0, count)
    .map((profileId) => ({ ...reaction, profileId, updatedAt: reaction.createdAt, count: 1 }));
}
