import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordMediaViews } from '#api/domains/audit/record.ts';
import { contentWithUnit } from '#api/domains/contents/columns.ts';
import { classes, communityPosts, contents, lessons, profiles } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { StudentRecording } from '#schema/rest/moderation.ts';
import { moderatableBy, moderatedPosts, selectPosts } from './detail.ts';
import type { Moderator } from './write.ts';

const atMost = 200;

interface Asked extends Moderator {
  readonly classId: string;
  readonly studentId: string;
}

/** The pages that a student has recorded for a class's wall, each with its first and its latest recording. */
export async function recordingsOf(
  services: Uses<'db' | 'settings' | 'links'>,
  { caller, requestId, classId, studentId }: Asked,
): Promise<StudentRecording[]> {
  const { db, settings } = services;
  const inTime = sql`order by ${communityPosts.createdAt}, ${communityPosts.id}`;
  const pages = await db
    .select({
      ...contentWithUnit,
      count: sql<number>`count(*)::int`,
      firstId: sql<string>`(array_agg(${communityPosts.id} ${inTime}))[1]`,
      latestId: sql<string>`(array_agg(${communityPosts.id} ${inTime}))[count(*)]`,
    })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .innerJoin(classes, eq(classes.id, communityPosts.classId))
    .innerJoin(contents, eq(contents.id, communityPosts.contentId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .where(
      and(
        moderatableBy(caller),
        eq(communityPosts.classId, classId),
        eq(communityPosts.profileId, studentId),
        eq(communityPosts.kind, 'record'),
        isNotNull(communityPosts.mediaId),
        isNull(contents.deletedAt),
        isNull(lessons.deletedAt),
      ),
    )
    .groupBy(contents.id, lessons.id)
    .orderBy(asc(lessons.position), asc(lessons.id), asc(contents.position), asc(contents.id))
    .limit(atMost);
  if (pages.length === 0) return [];
  const ids = pages.flatMap(({ firstId, latestId }) => [firstId, latestId]);
  const rows = await selectPosts(db).where(and(inArray(communityPosts.id, ids), moderatableBy(caller)));
  const posts = new Map((await moderatedPosts(services, rows)).map((post) => [post.id, post]));
  await recordMediaViews(db, { ...caller, requestId }, { classIds: [classId], timeZone: settings.timeZone });
  return pages.flatMap(({ firstId, latestId, ...page }) => {
    const first = posts.get(firstId);
    // A post that was deleted since the first query.
    if (!first) return [];
    return [{ ...page, first, latest: firstId === latestId ? null : (posts.get(latestId) ?? null) }];
  });
}
