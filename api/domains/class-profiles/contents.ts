import { and, asc, eq, isNotNull, isNull, or, type Placeholder, sql } from 'drizzle-orm';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { contentWithUnit } from '#api/domains/contents/columns.ts';
import { forEachRole } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import {
  classes,
  classProfiles,
  communityPosts,
  contents,
  finishedContents,
  lessons,
  pageViews,
  profiles,
} from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { addDays, schoolDay } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import {
  type classStudentContents,
  mostStudentContents,
  type StudentContentUse,
} from '#schema/rest/student-contents.ts';
import { inClass } from './list.ts';

interface ClassAndProfile {
  readonly classId: string;
  readonly profileId: string;
}

/** A student's use of the class's textbook; 404 when the caller sees no such class or it has no such profile. */
export async function contentsOf(
  { db, settings }: Uses<'db' | 'settings'>,
  caller: StaffCaller,
  student: ClassAndProfile,
): Promise<ResponseOf<typeof classStudentContents>> {
  const [joined] = await joinedAs[caller.kind](db, { ...student, userId: caller.userId });
  if (!joined) throw notFound();
  return { contents: await usesOf(db, student), viewsKeptSince: keptSince(settings, joined.joinedAt) };
}

const joinedAs = forEachRole((kind) =>
  preparedQuery(['classId', 'profileId', 'userId'], (db: Queryable, { classId, profileId, userId }) =>
    db
      .select({ joinedAt: classProfiles.joinedAt })
      .from(classProfiles)
      .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
      .innerJoin(classes, eq(classes.id, classProfiles.classId))
      .where(and(inClass(classId), eq(profiles.id, profileId), visibleTo({ kind, userId }))),
  ),
);

function keptSince({ retention, timeZone }: Uses<'settings'>['settings'], joinedAt: Date): string | null {
  if (retention.pageViews === 0) return null;
  const firstDay = addDays(schoolDay(timeZone), -retention.pageViews);
  return schoolDay(timeZone, joinedAt) < firstDay ? firstDay : null;
}

async function usesOf(db: Queryable, student: ClassAndProfile): Promise<StudentContentUse[]> {
  const rows = await usedContents(db, { ...student });
  return rows.map((row) => ({
    ...row,
    firstOpenedAt: instant(row.firstOpenedAt),
    lastOpenedAt: instant(row.lastOpenedAt),
    lastHeardAt: instant(row.lastHeardAt),
    finishedAt: instant(row.finishedAt),
    lastRecordedAt: instant(row.lastRecordedAt),
  }));
}

const usedContents = preparedQuery(['classId', 'profileId'], (db: Queryable, { classId, profileId }) => {
  const [viewed, recorded] = [viewedBy(db, classId, profileId), recordedBy(db, classId, profileId)];
  // PostgreSQL's greatest() skips nulls.
  const lastUsed = sql`greatest(${viewed.last}, ${finishedContents.finishedAt}, ${recorded.last})`;
  return db
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
});

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

// Views in another class are that class's: a child may share two schools.
const viewedBy = (db: Queryable, classId: Placeholder, profileId: Placeholder) =>
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

const recordedBy = (db: Queryable, classId: Placeholder, profileId: Placeholder) =>
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
