import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { contentWithUnit } from '#api/domains/contents/columns.ts';
import { everyDay } from '#api/domains/reports/days.ts';
import { inPeriod } from '#api/domains/reports/scope.ts';
import { zoneOfClass } from '#api/domains/schools/zone.ts';
import { contentIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { oneMoment } from '#api/ground/db/one-moment.ts';
import {
  classes,
  communityPosts,
  contents,
  lessons,
  profiles,
  textbooks,
  usageClassDays,
} from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { beginningOf, dayOf } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import { type ActivityDay, type classActivity, mostUsedContents, type UsedContent } from '#schema/rest/activity.ts';
import type { ContentType } from '#schema/rest/enumerations.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import type { ReportPeriod } from '#schema/rules/reports.ts';

/** The activity of a class in a period; 404 when the caller does not see the class. */
export async function activityOf(
  { db, settings }: Uses<'db' | 'settings'>,
  caller: StaffCaller,
  scope: ClassPeriod,
): Promise<ResponseOf<typeof classActivity>> {
  // One snapshot for all parts.
  return db.transaction(async (tx) => {
    await assertVisible(tx, caller, scope.ClassId);
    const timeZone = await zoneOfClass(tx, scope.ClassId, settings.timeZone);
    const days = await everyDay(tx, scope);
    const types = await typesByDay(tx, scope);
    const works = await worksByDay(tx, scope, timeZone);
    const items = days.map((day) => ({
      ...day,
      types: types.get(day.date) ?? [],
      recordings: works.get(day.date)?.recordings ?? 0,
      pictures: works.get(day.date)?.pictures ?? 0,
    }));
    return { items, contents: await mostUsed(tx, scope), timeZone };
  }, oneMoment);
}

async function assertVisible(tx: Queryable, caller: StaffCaller, classId: string): Promise<void> {
  const seen = and(eq(classes.id, classId), visibleTo(caller));
  const rows = await tx.select({ id: classes.id }).from(classes).where(seen);
  if (rows.length === 0) throw notFound();
}

// Leaves out deleted contents, since their names are gone.
async function mostUsed(tx: Queryable, scope: ClassPeriod): Promise<UsedContent[]> {
  const views = sql<number>`sum(${usageClassDays.views})::int`;
  const duration = sql<number>`sum(${usageClassDays.duration})::double precision`;
  return tx
    .select({
      ...contentWithUnit,
      views,
      duration,
    })
    .from(usageClassDays)
    .innerJoin(contents, eq(contents.id, usageClassDays.contentId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(ofClass(scope), contentIsNotDeleted))
    .groupBy(contents.id, lessons.id)
    .orderBy(desc(views), desc(duration), contents.id)
    .limit(mostUsedContents);
}

/** A class and a period. */
type ClassPeriod = ReportPeriod & { readonly ClassId: string };

// The daily rows of a class in a period.
const ofClass = (scope: ClassPeriod) => and(eq(usageClassDays.classId, scope.ClassId), inPeriod(usageClassDays, scope));

// The views of each day by content type; days without views have no entry.
async function typesByDay(db: Queryable, scope: ClassPeriod): Promise<Map<string, ActivityDay['types']>> {
  const { day, contentType } = usageClassDays;
  const rows = await db
    .select({
      date: sql<string>`${day}`,
      contentType: sql<ContentType>`${contentType}`,
      views: sql<number>`sum(${usageClassDays.views})::int`,
      duration: sql<number>`sum(${usageClassDays.duration})::double precision`,
    })
    .from(usageClassDays)
    .where(and(ofClass(scope), isNotNull(contentType)))
    .groupBy(day, contentType)
    .orderBy(day, contentType);
  const days = new Map<string, ActivityDay['types']>();
  for (const { date, ...type } of rows) days.set(date, [...(days.get(date) ?? []), type]);
  return days;
}

type Works = Pick<ActivityDay, 'recordings' | 'pictures'>;

// The posts of each day, without posts of removed profiles and posts whose file is not prepared yet.
async function worksByDay(db: Queryable, scope: ClassPeriod, timeZone: string): Promise<Map<string, Works>> {
  const { createdAt, kind } = communityPosts;
  const rows = await db
    .select({
      date: sql<string>`${dayOf(createdAt, timeZone)}::text`.as('date'),
      recordings: sql<number>`count(*) filter (where ${kind} = 'record')::int`,
      pictures: sql<number>`count(*) filter (where ${kind} <> 'record')::int`,
    })
    .from(communityPosts)
    .innerJoin(profiles, eq(profiles.id, communityPosts.profileId))
    .where(
      and(
        eq(communityPosts.classId, scope.ClassId),
        gte(createdAt, beginningOf(scope.From, timeZone)),
        lt(createdAt, beginningOf(scope.To, timeZone)),
        isNotNull(communityPosts.mediaId),
        isNull(communityPosts.deletedAt),
        isNull(profiles.deletedAt),
      ),
    )
    .groupBy(sql`1`);
  return new Map(rows.map(({ date, ...works }) => [date, works]));
}
