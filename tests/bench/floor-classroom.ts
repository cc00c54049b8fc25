import { detailCase, type FloorCase, type FloorIds, listCase, one } from './floor-case.ts';
import { boardSession, forBoard, sessionJoin } from './floor-items-board.ts';
import { profileItem } from './floor-items.ts';
import { instant, list, object, person } from './floor-json.ts';

const brief = {
  id: 'p.id',
  type: 'p.type',
  pageNumber: 'p.page_number',
  name: 'p.name',
  unit: object({ id: 'l.id', number: 'l.number', title: 'l.title', name: 'l.name' }),
};

const followerItem = object({
  profileId: 'q.id',
  name: 'q.name',
  animal: 'q.animal',
  // The children of the demo school have no namesakes.
  number: 'cp.number',
  isHere: 'f.seen_at > now() - make_interval(secs => 75)',
  isOnPage: 'coalesce(f.content_id = p.id, false)',
  heard: 'coalesce(f.content_id = p.id, false) and f.heard',
  spoken: 'coalesce(f.content_id = p.id, false) and f.spoken',
  finished: 'coalesce(f.content_id = p.id, false) and f.finished',
});

const followers = `(select ${list(followerItem, `cp.number nulls last, coalesce(nullif(q.reading, ''), q.name) collate "ja-x-icu", q.id`)}
  from board_followers f join profiles q on q.id = f.profile_id and q.deleted_at is null
    join class_profiles cp on cp.profile_id = q.id and cp.class_id = c.id
  where f.session_id = s.id)`;

/** Of the child `$3` in the class `$1`. */
const finished = `(select ${list(object({ ...brief, finishedAt: instant('f.finished_at') }), 'l.position, l.id, p.position, p.id')}
  from finished_contents f join contents p on p.id = f.content_id join lessons l on l.id = p.lesson_id
    join classes c on c.textbook_id = l.textbook_id
  where c.id = $1 and f.profile_id = $3 and p.deleted_at is null and l.deleted_at is null)`;

/** Of the child `$2` in the class `$1`, whose page views are all kept. */
const usesText = one(
  object({
    contents: list('item', 'last desc nulls last, unit_at, content_at, id'),
    viewsKeptSince: 'null',
  }),
  `from (
    select ${object({
      ...brief,
      views: 'coalesce(v.views, 0)',
      firstOpenedAt: instant('v.first'),
      lastOpenedAt: instant('v.last'),
      lastHeardAt: instant('v.heard'),
      finished: 'f.content_id is not null',
      finishedAt: instant('f.finished_at'),
      recordings: 'coalesce(r.count, 0)',
      lastRecordedAt: instant('r.last'),
    })} as item, greatest(v.last, f.finished_at, r.last) as last, l.position as unit_at, p.position as content_at, p.id
    from classes c join class_profiles cp on cp.class_id = c.id and cp.profile_id = $2
      join lessons l on l.textbook_id = c.textbook_id and l.deleted_at is null
      join contents p on p.lesson_id = l.id and p.deleted_at is null
      left join (select content_id, count(*) as views, min(started_at) as first, max(started_at) as last,
          max(started_at) filter (where heard) as heard
        from page_views where profile_id = $2 and (class_id = $1 or class_id is null) group by content_id
      ) as v on v.content_id = p.id
      left join finished_contents f on f.content_id = p.id and f.profile_id = $2
      left join (select content_id, count(*) as count, max(created_at) as last from community_posts
        where class_id = $1 and profile_id = $2 and kind = 'record' and media_id is not null and deleted_at is null
        group by content_id) as r on r.content_id = p.id
    where c.id = $1 and c.deleted_at is null and num_nonnulls(v.content_id, f.content_id, r.content_id) > 0
    order by last desc nulls last, l.position, p.position, p.id limit 500
  ) as uses`,
);

const added = { views: 'sum(views)', duration: 'sum(duration)' };
const inPeriod = 'class_id = $1 and day >= $2::date and day < $3::date';

/** Of the class `$1` from the day `$2` until before `$3`, in the zone `$4`. */
const activityText = one(
  object({
    items: `(select ${list(
      object({
        date: 'days.date',
        visitors: 'coalesce(u.visitors, 0)',
        views: 'coalesce(u.views, 0)',
        duration: 'coalesce(u.duration, 0)',
        types: `coalesce(t.types, '[]')`,
        recordings: 'coalesce(w.recordings, 0)',
        pictures: 'coalesce(w.pictures, 0)',
      }),
      'days.date',
    )} from (select $2::date + n as date from generate_series(0, $3::date - $2::date - 1) as n) as days
      left join usage_totals u on u.day = days.date and u.class_id = $1 and u.textbook_id is null
        and u.lesson_id is null and u.content_type is null
      left join (select day, ${list('item', 'content_type')} as types from (
        select day, content_type, ${object({ contentType: 'content_type', ...added })} as item from usage_class_days
        where ${inPeriod} and content_type is not null group by day, content_type) as kinds group by day
      ) as t on t.day = days.date
      left join (select (w.created_at at time zone $4::text)::date as day,
          count(*) filter (where w.kind = 'record') as recordings, count(*) filter (where w.kind <> 'record') as pictures
        from community_posts w join profiles q on q.id = w.profile_id
        where w.class_id = $1 and w.created_at >= ($2::date::timestamp at time zone $4::text)
          and w.created_at < ($3::date::timestamp at time zone $4::text) and w.media_id is not null
          and w.deleted_at is null and q.deleted_at is null group by 1
      ) as w on w.day = days.date)`,
    contents: `(select ${list('item', 'views desc, duration desc, id')} from (
      select ${object({ ...brief, views: 'sum(u.views)', duration: 'sum(u.duration)' })} as item,
        sum(u.views) as views, sum(u.duration) as duration, p.id
      from usage_class_days u join contents p on p.id = u.content_id join lessons l on l.id = p.lesson_id
        join textbooks b on b.id = l.textbook_id
      where u.${inPeriod} and p.deleted_at is null and l.deleted_at is null and b.deleted_at is null
      group by p.id, l.id order by views desc, duration desc, p.id limit 50) as used)`,
    timeZone: '$4::text',
  }),
  'from classes where id = $1 and deleted_at is null',
);

const removed = `r.class_id = $1 and q.deleted_at is null and (r.blocked or r.removed_at > now() - make_interval(days => 30))`;
const removedItem = object({
  id: 'q.id',
  name: 'q.name',
  animal: 'q.animal',
  createdAt: instant('q.created_at'),
  joinedAt: instant('r.joined_at'),
  removedAt: instant('r.removed_at'),
  removedBy: person('u'),
  blocked: 'r.blocked',
});

/** The installation's address, and a period of days in the zone of the class's school. */
export interface ClassroomAsked {
  readonly publicUrl: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** What staff open of a class and of its students. */
export function classroomCases(ids: FloorIds, { publicUrl, from, to, timeZone }: ClassroomAsked): FloorCase[] {
  const { classId, profileId } = ids;
  return [
    detailCase('the board of a class', {
      path: `/Class/${classId}/board`,
      text: one(
        object({
          session: forBoard(boardSession),
          followers: `case when p.id is null then '[]' else ${followers} end`,
        }),
        `from classes c ${sessionJoin} where c.id = $1 and c.deleted_at is null`,
      ),
      values: [classId],
    }),
    detailCase("a class's student", {
      path: `/Class/${classId}/profiles/${profileId}`,
      text: one(
        object({ profile: profileItem, finished }),
        `from class_profiles cp join profiles p on p.id = cp.profile_id and p.deleted_at is null
          join classes c on c.id = cp.class_id and c.deleted_at is null where cp.class_id = $1 and p.id = $3`,
      ),
      values: [classId, publicUrl, profileId],
    }),
    listCase('what a student did', {
      path: `/Class/${classId}/profiles/${profileId}/contents`,
      text: usesText,
      values: [classId, profileId],
    }),
    detailCase("a class's activity", {
      path: `/Class/${classId}/activity`,
      query: { From: from, To: to },
      text: activityText,
      values: [classId, from, to, timeZone],
    }),
    listCase('removed profiles of a class', {
      path: `/Class/${classId}/removed-profiles`,
      text: one(
        object({
          items: `(select ${list('item', 'removed_at desc, id')} from (
            select ${removedItem} as item, r.removed_at, q.id
            from removed_class_profiles r join profiles q on q.id = r.profile_id left join users u on u.id = r.removed_by_id
            where ${removed} order by r.removed_at desc, q.id limit 20) as items)`,
          pageNumber: '1',
          pageSize: '20',
          totalCount: `(select count(*) from removed_class_profiles r join profiles q on q.id = r.profile_id where ${removed})`,
          totalIsExact: 'true',
        }),
        'from classes where id = $1 and deleted_at is null',
      ),
      values: [classId],
    }),
  ];
}
