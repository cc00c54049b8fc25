import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import { visibleTo } from '#api/domains/classes/scope.ts';
import { contentWithUnit } from '#api/domains/contents/columns.ts';
import { forEachRole } from '#api/domains/schools/scope.ts';
import { ownZone } from '#api/domains/schools/zone.ts';
import { contentIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import {
  classes,
  communityPosts,
  contents,
  lessons,
  profiles,
  textbooks,
  usageClassDays,
  usageTotals,
} from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { beginningOf, dayOf } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import { type ActivityDay, type classActivity, mostUsedContents, type UsedContent } from '#schema/rest/activity.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import type { ReportPeriod } from '#schema/rules/reports.ts';

/** The activity of a class in a period; 404 when the caller does not see the class. */
export async function activityOf(
  { db, settings }: Uses<'db' | 'settings'>,
  caller: StaffCaller,
  scope: ClassPeriod,
): Promise<ResponseOf<typeof classActivity>> {
  const { ClassId: classId, From: from, To: to } = scope;
  const [seen] = await zoneOfSeen[caller.kind](db, { classId, userId: caller.userId });
  if (!seen) throw notFound();
  const timeZone = seen.zone ?? settings.timeZone;
  const [activity] = await activityIn(db, { classId, from, to, timeZone });
  return { items: activity?.items ?? [], contents: activity?.contents ?? [], timeZone };
}

/** A class and a period. */
type ClassPeriod = ReportPeriod & { readonly ClassId: string };

const zoneOfSeen = forEachRole((kind) =>
  preparedQuery(['classId', 'userId'], (db: Queryable, { classId, userId }) =>
    db
      .select({ zone: ownZone() })
      .from(classes)
      .where(and(eq(classes.id, classId), visibleTo({ kind, userId }))),
  ),
);

type Values = Readonly<Record<'classId' | 'from' | 'to' | 'timeZone', Placeholder>>;

// One statement for all parts, which so come from one snapshot.
const activityIn = preparedQuery(['classId', 'from', 'to', 'timeZone'], (db: Queryable, values) =>
  db
    .select({ items: sql<ActivityDay[]>`(${itemsOf(values)})`, contents: sql<UsedContent[]>`(${mostUsed(values)})` })
    .from(sql`(values (0)) as one`),
);

const itemsOf = (values: Values) => {
  const { from, to } = values;
  const { visitors, views, duration } = usageTotals;
  const days = sql`select ${from}::date + n as date from generate_series(0, ${to}::date - ${from}::date - 1) n`;
  return sql`
    select coalesce(json_agg(json_build_object(
      'date', calendar.date, 'visitors', coalesce(${visitors}, 0), 'views', coalesce(${views}, 0),
      'duration', coalesce(${duration}, 0), 'types', coalesce(kinds.types, '[]'),
      'recordings', coalesce(works.recordings, 0), 'pictures', coalesce(works.pictures, 0)
    ) order by calendar.date), '[]')
    from (${days}) calendar
      left join ${usageTotals} on ${usageTotals.day} = calendar.date and ${usageTotals.classId} = ${values.classId}
        and num_nonnulls(${usageTotals.textbookId}, ${usageTotals.lessonId}, ${usageTotals.contentType}) = 0
      left join (${typesByDay(values)}) kinds on kinds.day = calendar.date
      left join (${worksByDay(values)}) works on works.day = calendar.date`;
};

// The daily rows of a class in a period.
const inPeriod = ({ classId, from, to }: Values) => {
  const { classId: ofClass, day } = usageClassDays;
  return sql`${ofClass} = ${classId} and ${day} >= ${from}::date and ${day} < ${to}::date`;
};

const added = { views: sql`sum(${usageClassDays.views})`, duration: sql`sum(${usageClassDays.duration})` };

// The views of each day by content type; days without views have no row.
const typesByDay = (values: Values) => {
  const { day, contentType } = usageClassDays;
  return sql`
    select day, json_agg(json_build_object('contentType', content_type, 'views', views, 'duration', duration)
      order by content_type) as types
    from (
      select ${day}, ${contentType}, ${added.views} as views, ${added.duration} as duration from ${usageClassDays}
      where ${inPeriod(values)} and ${contentType} is not null group by ${day}, ${contentType}
    ) as viewed group by day`;
};

// The posts of each day, without posts of removed profiles and posts whose file is not prepared yet.
const worksByDay = ({ classId, from, to, timeZone }: Values) => {
  const { createdAt, kind, mediaId, deletedAt } = communityPosts;
  return sql`
    select ${dayOf(createdAt, timeZone)} as day, count(*) filter (where ${kind} = 'record') as recordings,
      count(*) filter (where ${kind} <> 'record') as pictures
    from ${communityPosts} join ${profiles} on ${profiles.id} = ${communityPosts.profileId}
    where ${communityPosts.classId} = ${classId} and ${createdAt} >= ${beginningOf(from, timeZone)}
      and ${createdAt} < ${beginningOf(to, timeZone)} and ${mediaId} is not null
      and ${and(isNull(deletedAt), isNull(profiles.deletedAt))}
    group by 1`;
};

// Leaves out deleted contents, since their names are gone.
const mostUsed = (values: Values) => {
  const { id, type, pageNumber, name, unit } = contentWithUnit;
  const content = sql`json_build_object('id', ${id}, 'type', ${type}, 'pageNumber', ${pageNumber}, 'name', ${name},
    'unit', json_build_object('id', ${unit.id}, 'number', ${unit.number}, 'title', ${unit.title}, 'name', ${unit.name}),
    'views', ${added.views}, 'duration', ${added.duration})`;
  return sql`
    select coalesce(json_agg(item order by views desc, duration desc, id), '[]') from (
      select ${content} as item, ${added.views} as views, ${added.duration} as duration, ${id}
      from ${usageClassDays} join ${contents} on ${contents.id} = ${usageClassDays.contentId}
        join ${lessons} on ${lessons.id} = ${contents.lessonId}
        join ${textbooks} on ${textbooks.id} = ${lessons.textbookId}
      where ${inPeriod(values)} and ${contentIsNotDeleted} group by ${contents.id}, ${lessons.id}
      order by views desc, duration desc, ${id} limit ${sql.raw(String(mostUsedContents))}
    ) as used`;
};
