import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { contentWithUnit } from '#api/domains/contents/columns.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, communityPosts, contents, finishedContents, lessons, pageViews } from '#api/ground/db/schema.ts';
import { addDays, schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ClassProfile } from '#schema/rest/class-profiles.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import {
  type classStudentContents,
  mostStudentContents,
  type StudentContentUse,
} from '#schema/rest/student-contents.ts';

/** A student's use of the class's textbook; the caller has checked that the class is visible. */
export async function contentsOf(
  { db, settings }: Uses<'db' | 'settings'>,
  classId: string,
  { id, joinedAt }: ClassProfile,
): Promise<ResponseOf<typeof classStudentContents>> {
  return {
    contents: await usesOf(db, classId, id),
    viewsKeptSince: keptSince(settings, new Date(joinedAt)),
  };
}

function keptSince({ retention, timeZone }: Uses<'settings'>['settings'], joinedAt: Date): string | null {
  if (retention.pageViews === 0) return null;
  const firstDay = addDays(schoolDay(timeZone), -retention.pageViews);
  return schoolDay(timeZone, joinedAt) < firstDay ? firstDay : null;
}

async function usesOf(db: Queryable, classId: string, profileId: string): Promise<StudentContentUse[]> {
  const [viewed, recorded] = [viewedBy(db, classId, profileId), recordedBy(db, classId, profileId)];
  // PostgreSQL's greatest() skips nulls.
  const lastUsed = sql`greatest(${viewed.last}, ${finishedContents.finishedAt}, ${recorded.last})`;
  const rows = await db
    .select({
      ...contentWithUnit,
      views: sql<number>`coalesce(${viewed.views}, 0)`,
      firstOpenedAt: viewed.first,
      lastOpenedAt: viewed.last,
      lastHeardAt: viewed.heard,
      finished: sql<boolean>`${finishedContents.contentId} is not null`,
      finishedAt: finishedContents.finishedAt,
      recordings: sql<number>`coalesce(${recorded.count}, 0)`,
      lastRecordedAt: recorded.last,
    })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(classes, eq(classes.textbookId, lessons.textbookId))
    .leftJoin(viewed, eq(viewed.contentId, contents.id))
    .leftJoin(
      finishedContents,
      and(eq(finishedContents.contentId, contents.id), eq(finishedContents.profileId, profileId)),
    )
    .leftJoin(recorded, eq(recorded.contentId, contents.id))
    .where(
      and(
        eq(classes.id, classId),
        or(isNotNull(viewed.contentId), isNotNull(finishedContents.contentId), isNotNull(recorded.contentId)),
        isNull(contents.deletedAt),
        isNull(lessons.deletedAt),
      ),
    )
    .orderBy(sql`${lastUsed} desc nulls last`, asc(lessons.position), asc(contents.position), asc(contents.id))
    .limit(mostStudentContents);
  return rows.map((row) => ({
    ...row,
    firstOpenedAt: instant(row.firstOpenedAt),
    lastOpenedAt: instant(row.lastOpenedAt),
    lastHeardAt: instant(row.lastHeardAt),
    finishedAt: instant(row.finishedAt),
    lastRecordedAt: instant(row.lastRecordedAt),
  }));
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

// Views in another class are that class's: a child may share two schools.
const viewedBy = (db: Queryable, classId: string, profileId: string) =>
  db
    .select({
      contentId: pageViews.contentId,
      views: sql<number>`count(*)::int`.as('views'),
      first: sql`min(${pageViews.startedAt})`.mapWith(pageViews.startedAt).as('first_opened_at'),
      last: sql`max(${pageViews.startedAt})`.mapWith(pageViews.startedAt).as('last_opened_at'),
      heard: sql`max(${pageViews.startedAt}) filter (where ${pageViews.heard})`
        .mapWith(pageViews.startedAt)
        .as('last_heard_at'),
    })
    .from(pageViews)
    .where(and(eq(pageViews.profileId, profileId), or(eq(pageViews.classId, classId), isNull(pageViews.classId))))
    .groupBy(pageViews.contentId)
    .as('viewed');

const recordedBy = (db: Queryable, classId: string, profileId: string) =>
  db
    .select({
      contentId: communityPosts.contentId,
      count: sql<number>`count(*)::int`.as('count'),
      last: sql`max(${communityPosts.createdAt})`.mapWith(communityPosts.createdAt).as('last_recorded_at'),
    })
    .from(communityPosts)
    .where(
      and(
        eq(communityPosts.classId, classId),
        eq(communityPosts.profileId, profileId),
        eq(communityPosts.kind, 'record'),
        isNotNull(communityPosts.mediaId),
        isNull(communityPosts.deletedAt),
      ),
    )
    .groupBy(communityPosts.contentId)
    .as('recorded');
