import { and, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { communityPosts, profiles } from '#api/db/schema.ts';
import { beginningOf, dayOf } from '#api/school-day.ts';
import type { ActivityDay } from '#schema/rest/activity.ts';
import type { ClassPeriod } from './class-period.ts';

type Works = Pick<ActivityDay, 'recordings' | 'pictures'>;

/** What children of a class sent on each day; a removed profile's is out of sight, and what is being prepared not there. */
export async function worksByDay(db: Queryable, scope: ClassPeriod, timeZone: string): Promise<Map<string, Works>> {
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
