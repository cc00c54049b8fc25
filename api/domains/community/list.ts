import { and, desc, eq, getTableColumns, isNull, ne, or, type Placeholder, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { repliesTo, type RepliesByPost } from '#api/domains/replies/detail.ts';
import { ofClassOfChild, ofRunningClass, runningClass } from '#api/domains/students/classes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, communityPosts, communityReactions, media, profiles } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';
import type { CommunityPost } from '#schema/rest/community.ts';
import { ReactionType } from '#schema/rest/enumerations.ts';

const file = alias(media, 'file');
const card = alias(media, 'card');

const wallLength = 100;
const newest = [desc(communityPosts.createdAt), desc(communityPosts.id)];

interface Wall {
  readonly classHashCode: string;
  /** Limits the wall to one unit. */
  readonly lessonId: string | undefined;
  /** The child who looks; undefined for staff and strangers. */
  readonly profileId: string | undefined;
}

/**
 * The approved posts of a class's wall, newest first. The child's own posts come first, pending ones before approved
 * ones. The list is empty when students do not see the class. Only the class's own children see a completed class's
 * posts.
 */
export async function wallPosts(
  services: Uses<'db' | 'links' | 'settings'>,
  { classHashCode, lessonId, profileId }: Wall,
): Promise<CommunityPost[]> {
  const { db } = services;
  const wall = { ...runningClass(services, classHashCode), lessonId };
  const rows =
    profileId === undefined ? await shownToOthers(db, wall) : await postsForChild(db, { ...wall, profileId });
  const replies = await repliesToOwn(services, rows, profileId);
  const posts = rows.map((row) => asPost(row, { profileId, replies, links: services.links }));
  return [...posts.filter(({ mine }) => mine), ...posts.filter(({ mine }) => !mine)];
}

// The child's own pending posts, its own approved posts, then the posts of the others; at most `wallLength` of each. The own
// posts do not depend on how full the wall is: a teacher's reply can lead to an old one.
async function postsForChild(db: Queryable, wall: Parameters<typeof shownTo>[1]): Promise<Row[]> {
  const rows = await allForChild(db, wall);
  const isOwn = ({ post }: Row) => post.profileId === wall.profileId;
  const own = rows.filter(isOwn);
  // With more own posts than two walls hold, the limit may have cut off the others' posts, so these are read again.
  const others = (own.length > 2 * wallLength ? await shownTo(db, wall) : rows).filter((row) => !isOwn(row));
  const inState = (state: Row['post']['state']) => own.filter(({ post }) => post.state === state);
  return [inState('pending'), inState('approved'), others].flatMap((posts) => posts.slice(0, wallLength));
}

/** One post as a child sees it on the wall. */
export async function wallPost(
  { db, links }: Uses<'db' | 'links'>,
  id: string,
  profileId: string,
): Promise<CommunityPost> {
  const [row] = await postOf(db, { id, profileId });
  if (!row) throw notFound();
  return asPost(row, { profileId, replies: await repliesToOwn({ db, links }, [row], profileId), links });
}

// Only the child sees the teacher's replies to its posts.
const repliesToOwn = (
  { db, links }: Uses<'db' | 'links'>,
  rows: readonly Row[],
  profileId: string | undefined,
): Promise<RepliesByPost> =>
  repliesTo(
    db,
    rows.filter(({ post }) => post.profileId === profileId).map(({ post }) => post.id),
    (mediaId, fileName) => links.ownMedia(mediaId, fileName),
  );

// Leaves out posts of removed profiles, and posts whose file is not prepared yet.
const findPosts = (db: Queryable, profileId: Placeholder | undefined, condition: SQL | undefined) =>
  db
    .select({
      post: getTableColumns(communityPosts),
      displayName: profiles.name,
      animal: profiles.animal,
      file: { id: file.id, fileName: file.fileName },
      card: { id: card.id, fileName: card.fileName },
      liked: hasGiven(profileId, ReactionType.LIKE),
      hearted: hasGiven(profileId, ReactionType.HEART),
    })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(file, eq(file.id, communityPosts.mediaId))
    .leftJoin(card, eq(card.id, communityPosts.thumbnailMediaId))
    .where(and(isNull(communityPosts.deletedAt), isNull(profiles.deletedAt), condition))
    .orderBy(...newest)
    .limit(wallLength)
    .$dynamic();

const wallValues = ['classHashCode', 'timeZone', 'lessonId'] as const;
type WallValues = Readonly<Record<(typeof wallValues)[number], Placeholder>>;

const isInUnit = (lessonId: Placeholder): SQL =>
  sql`(${lessonId}::uuid is null or ${communityPosts.lessonId} = ${lessonId}::uuid)`;

const isOnWall = ({ lessonId, ...ofClass }: WallValues): SQL | undefined =>
  and(eq(communityPosts.classId, ofRunningClass(classes.id, ofClass)), isInUnit(lessonId));

const isOnWallOfChild = ({
  lessonId,
  ...ofChild
}: WallValues & Readonly<Record<'profileId', Placeholder>>): SQL | undefined =>
  and(eq(communityPosts.classId, ofClassOfChild(classes.id, ofChild)), isInUnit(lessonId));

const isShown = eq(communityPosts.state, 'approved');

const shownToOthers = preparedQuery(wallValues, (db: Queryable, wall) =>
  findPosts(db, undefined, and(isOnWall(wall), isShown)),
);

const shownTo = preparedQuery([...wallValues, 'profileId'], (db: Queryable, wall) =>
  findPosts(db, wall.profileId, and(isOnWallOfChild(wall), isShown)),
);

const allForChild = preparedQuery([...wallValues, 'profileId'], (db: Queryable, wall) =>
  findPosts(
    db,
    wall.profileId,
    and(
      isOnWallOfChild(wall),
      or(isShown, and(eq(communityPosts.profileId, wall.profileId), eq(communityPosts.state, 'pending'))),
    ),
  )
    .orderBy(ne(communityPosts.profileId, wall.profileId), eq(communityPosts.state, 'approved'), ...newest)
    .limit(3 * wallLength),
);

const postOf = preparedQuery(['id', 'profileId'], (db: Queryable, { id, profileId }) =>
  findPosts(db, profileId, eq(communityPosts.id, id)),
);

// Whether the profile has given the post a reaction.
const hasGiven = (profileId: Placeholder | undefined, type: ReactionType): SQL<boolean> =>
  profileId === undefined
    ? sql`false`
    : sql`exists (
        select from ${communityReactions} given
        where given.post_id = ${communityPosts.id} and given.profile_id = ${profileId} and given.type = ${type}::smallint
      )`;

type Row = Awaited<ReturnType<typeof findPosts>>[number];

interface Shown {
  /** The child who looks. */
  readonly profileId: string | undefined;
  readonly replies: RepliesByPost;
  readonly links: SignedLinks;
}

function asPost({ post, ...row }: Row, { profileId, replies, links }: Shown): CommunityPost {
  const { id, kind, classId, lessonId, title, likeCount, heartCount, createdAt } = post;
  const mine = post.profileId === profileId;
  const link = fileLinkOf(row.file, mine, links);
  return {
    id,
    kind,
    classId,
    lessonId,
    title,
    displayName: row.displayName,
    animal: row.animal,
    mine,
    moderationState: mine ? post.state : null,
    state: mine ? (post.state === 'pending' ? 'waiting' : 'shown') : null,
    image: kind === 'image' ? link : null,
    thumbnail: thumbnailOf({ kind, mine, ...row }, links),
    recording: kind === 'record' ? link : null,
    video: kind === 'video' ? link : null,
    likeCount,
    heartCount,
    reactionCount: likeCount + heartCount,
    liked: row.liked,
    hearted: row.hearted,
    replies: [...(replies.get(id) ?? [])],
    createdAt: createdAt.toISOString(),
  };
}

function thumbnailOf(
  { kind, mine, file, card }: Pick<Row, 'file' | 'card'> & Pick<CommunityPost, 'kind' | 'mine'>,
  links: SignedLinks,
) {
  if (card) return fileLinkOf(card, mine, links);
  if (kind !== 'image') return null;
  return mine ? links.ownSmallPicture(file.id, file.fileName) : links.smallPicture(file.id, file.fileName);
}

// A child's own links also open pending posts; the links for everybody do not.
const fileLinkOf = ({ id, fileName }: Row['file'], mine: boolean, links: SignedLinks) =>
  mine ? links.ownMedia(id, fileName) : links.media(id, fileName);
