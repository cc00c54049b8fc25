import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#api/ground/db/client.ts';
import { communityPosts, media, profiles } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';
import type { CommunityPost } from '#schema/rest/community.ts';

const file = alias(media, 'file');
const card = alias(media, 'card');

const wallLength = 100;

interface Wall {
  readonly classId: string;
  /** Limits the wall to one unit. */
  readonly lessonId: string | undefined;
  /** The child who looks; undefined for staff and strangers. */
  readonly profileId: string | undefined;
}

/** The approved posts of a class's wall, newest first. The child's own posts come first, pending ones before approved ones. */
export async function wallPosts(
  services: Uses<'db' | 'links'>,
  { classId, lessonId, profileId }: Wall,
): Promise<CommunityPost[]> {
  const ofLesson = lessonId === undefined ? undefined : eq(communityPosts.lessonId, lessonId);
  const find = (condition: SQL | undefined) =>
    findPosts(services.db, and(eq(communityPosts.classId, classId), ofLesson, condition));

  const shown = await find(eq(communityPosts.state, 'approved'));
  const waiting =
    profileId === undefined
      ? []
      : await find(and(eq(communityPosts.profileId, profileId), eq(communityPosts.state, 'pending')));
  const posts = [...waiting, ...shown].map((row) => asPost(row, profileId, services.links));
  return [...posts.filter(({ mine }) => mine), ...posts.filter(({ mine }) => !mine)];
}

/** One post as a child sees it on the wall. */
export async function wallPost(
  { db, links }: Uses<'db' | 'links'>,
  id: string,
  profileId: string,
): Promise<CommunityPost> {
  const [row] = await findPosts(db, eq(communityPosts.id, id));
  if (!row) throw notFound();
  return asPost(row, profileId, links);
}

// Leaves out posts of removed profiles, and posts whose file is not prepared yet.
function findPosts(db: Database, condition: SQL | undefined) {
  return db
    .select({
      post: communityPosts,
      displayName: profiles.name,
      animal: profiles.animal,
      file: { id: file.id, fileName: file.fileName },
      card: { id: card.id, fileName: card.fileName },
    })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(file, eq(file.id, communityPosts.mediaId))
    .leftJoin(card, eq(card.id, communityPosts.thumbnailMediaId))
    .where(and(isNull(communityPosts.deletedAt), isNull(profiles.deletedAt), condition))
    .orderBy(desc(communityPosts.createdAt), desc(communityPosts.id))
    .limit(wallLength);
}

type Row = Awaited<ReturnType<typeof findPosts>>[number];

function asPost({ post, ...row }: Row, profileId: string | undefined, links: SignedLinks): CommunityPost {
  const { id, kind, title, likeCount, heartCount, createdAt } = post;
  const mine = post.profileId === profileId;
  const link = fileLinkOf(row.file, mine, links);
  return {
    id,
    kind,
    title,
    displayName: row.displayName,
    animal: row.animal,
    mine,
    state: mine ? (post.state === 'pending' ? 'waiting' : 'shown') : null,
    image: kind === 'image' ? link : null,
    thumbnail: thumbnailOf({ kind, mine, ...row }, links),
    recording: kind === 'record' ? link : null,
    video: kind === 'video' ? link : null,
    likeCount,
    heartCount,
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
