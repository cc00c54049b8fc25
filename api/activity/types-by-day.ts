import { and, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { usageClassDays } from '#api/db/schema.ts';
import type { ActivityDay } from '#schema/rest/activity.ts';
import type { ContentType } from '#schema/rest/enumerations.ts';
import { type ClassPeriod, ofClass } from './class-period.ts';

/** What a class opened on each day, by the content's type; days without any are not among them. */
export async function typesByDay(db: Queryable, scope: ClassPeriod): Promise<Map<string, ActivityDay['types']>> {
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
