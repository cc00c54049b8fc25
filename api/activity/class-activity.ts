import { and, desc, eq, sql } from 'drizzle-orm';
import { visibleTo } from '#api/classes/scope.ts';
import { contentIsThere } from '#api/contents/rows.ts';
import type { Queryable } from '#api/db/client.ts';
import { oneMoment } from '#api/db/one-moment.ts';
import { classes, contents, lessons, textbooks, usageClassDays } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import { everyDay } from '#api/reports/days.ts';
import type { Services } from '#api/services.ts';
import { type classActivity, mostUsedContents, type UsedContent } from '#schema/rest/activity.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { type ClassPeriod, ofClass } from './class-period.ts';
import { typesByDay } from './types-by-day.ts';
import { worksByDay } from './works-by-day.ts';

/** What a class did in a period; 404 for one that the caller does not see. */
export async function activityOf(
  { db, settings: { timeZone } }: Services,
  caller: StaffCaller,
  scope: ClassPeriod,
): Promise<ResponseOf<typeof classActivity>> {
  // All its parts see the same page views, whatever comes in meanwhile.
  return db.transaction(async (tx) => {
    await mustBeSeen(tx, caller, scope.ClassId);
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

async function mustBeSeen(tx: Queryable, caller: StaffCaller, classId: string): Promise<void> {
  const seen = and(eq(classes.id, classId), visibleTo(caller));
  const rows = await tx.select({ id: classes.id }).from(classes).where(seen);
  if (rows.length === 0) throw notFound();
}

// Of what has been deleted the class still knows how often, and nobody what it was.
async function mostUsed(tx: Queryable, scope: ClassPeriod): Promise<UsedContent[]> {
  const views = sql<number>`sum(${usageClassDays.views})::int`;
  const duration = sql<number>`sum(${usageClassDays.duration})::double precision`;
  return tx
    .select({
      id: contents.id,
      type: contents.type,
      pageNumber: contents.pageNumber,
      name: contents.name,
      unit: { id: lessons.id, number: lessons.number, title: lessons.title, name: lessons.name },
      views,
      duration,
    })
    .from(usageClassDays)
    .innerJoin(contents, eq(contents.id, usageClassDays.contentId))
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(ofClass(scope), contentIsThere))
    .groupBy(contents.id, lessons.id)
    .orderBy(desc(views), desc(duration), contents.id)
    .limit(mostUsedContents);
}
