import { and, asc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { communityPosts, communityReplies, contents, lessons, media } from '#api/ground/db/schema.ts';
import type { Stamp } from '#schema/rules/replies.ts';

export interface WorksOf {
  readonly profileId: string;
  readonly classIds: readonly string[];
}

/** A stored file of a work. */
interface WorkFile {
  readonly storageKey: string;
  readonly fileName: string;
}

/** A child's work with its teacher's replies. */
export interface Work {
  readonly id: string;
  readonly kind: 'image' | 'video' | 'record';
  readonly title: string;
  readonly createdAt: Date;
  readonly unit: string | null;
  readonly page: string | null;
  readonly file: WorkFile;
  /** A film's picture. */
  readonly poster: WorkFile | null;
  readonly stamp: Stamp | null;
  /** The teacher's voice. */
  readonly voice: WorkFile | null;
}

/** The posts that an album may have: what the whole class may see, and the child's own recordings unless staff hid them. */
export const isShownWork = and(
  isNull(communityPosts.deletedAt),
  or(eq(communityPosts.state, 'approved'), and(eq(communityPosts.kind, 'record'), ne(communityPosts.state, 'hidden'))),
);

const inAlbum = ({ profileId, classIds }: WorksOf): SQL | undefined =>
  and(
    eq(communityPosts.profileId, profileId),
    inArray(communityPosts.classId, [...classIds]),
    isNotNull(communityPosts.mediaId),
    isShownWork,
  );

const file = alias(media, 'file');
const poster = alias(media, 'poster');
const voice = alias(media, 'voice');
const stampReply = alias(communityReplies, 'stamp_reply');
const voiceReply = alias(communityReplies, 'voice_reply');

/** How many works an album would have, and the bytes of their files. */
export async function sizeOfWorks(db: Queryable, of: WorksOf) {
  const [sum] = await db
    .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${media.byteSize}), 0)::float8` })
    .from(communityPosts)
    .innerJoin(media, eq(media.id, communityPosts.mediaId))
    .where(inAlbum(of));
  return { count: sum?.count ?? 0, bytes: sum?.bytes ?? 0 };
}

/** The works of an album, the oldest first. */
export async function worksOf(db: Queryable, of: WorksOf): Promise<Work[]> {
  const rows = await db
    .select({
      id: communityPosts.id,
      kind: communityPosts.kind,
      title: communityPosts.title,
      createdAt: communityPosts.createdAt,
      unitTitle: lessons.title,
      unitName: lessons.name,
      page: contents.name,
      file: { storageKey: file.storageKey, fileName: file.fileName },
      poster: { storageKey: poster.storageKey, fileName: poster.fileName },
      stamp: stampReply.stamp,
      voice: { storageKey: voice.storageKey, fileName: voice.fileName },
    })
    .from(communityPosts)
    .innerJoin(file, eq(file.id, communityPosts.mediaId))
    .leftJoin(poster, eq(poster.id, communityPosts.thumbnailMediaId))
    .leftJoin(contents, and(eq(contents.id, communityPosts.contentId), isNull(contents.deletedAt)))
    .leftJoin(
      lessons,
      and(sql`${lessons.id} = coalesce(${contents.lessonId}, ${communityPosts.lessonId})`, isNull(lessons.deletedAt)),
    )
    .leftJoin(stampReply, and(eq(stampReply.postId, communityPosts.id), eq(stampReply.kind, 'stamp')))
    .leftJoin(voiceReply, and(eq(voiceReply.postId, communityPosts.id), eq(voiceReply.kind, 'voice')))
    .leftJoin(voice, eq(voice.id, voiceReply.mediaId))
    .where(inAlbum(of))
    .orderBy(asc(communityPosts.createdAt), asc(communityPosts.id));
  return rows.map(({ unitTitle, unitName, ...row }) => ({
    ...row,
    unit: [unitTitle, unitName].filter(Boolean).join(' · ') || null,
  }));
}
