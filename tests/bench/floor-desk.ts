import { PgDialect } from 'drizzle-orm/pg-core';
import { changeSincePrint } from '#api/domains/editions/changes.ts';
import {
  counted,
  detailCase,
  firstTwenty,
  type FloorCase,
  type FloorIds,
  listCase,
  newest,
  one,
  page,
} from './floor-case.ts';
import { repliesTo } from './floor-items-students.ts';
import { editing, instant, link, list, object, orNull, person } from './floor-json.ts';
import { auditItem, trashText } from './floor-records.ts';

const staffFile = (media: string, view = 'staff'): string =>
  link(`'/media/' || ${media}.id || '/${view}/'`, `${media}.file_name`);
const ofKind = (kind: string): string => `case when w.kind = '${kind}' then ${staffFile('f')} end`;

const moderatedItem = object({
  id: 'w.id',
  kind: 'w.kind',
  title: 'w.title',
  studentId: 'w.profile_id',
  displayName: 'p.name',
  animal: 'p.animal',
  class: object({ id: 'c.id', classCode: 'c.class_code', className: 'c.class_name' }),
  unit: orNull('l.id', object({ id: 'l.id', number: 'l.number', name: 'l.name' })),
  content: orNull('o.id', object({ id: 'o.id', type: 'o.type', pageNumber: 'o.page_number', name: 'o.name' })),
  state: 'w.state',
  image: ofKind('image'),
  recording: ofKind('record'),
  video: ofKind('video'),
  thumbnail: `case when k.id is not null then ${staffFile('k')}
    when w.kind = 'image' then ${staffFile('f', 'staff-small')} end`,
  likeCount: 'w.like_count',
  heartCount: 'w.heart_count',
  reports: `(select ${list(
    object({ id: 'r.id', reason: 'r.reason', displayName: 'q.name', createdAt: instant('r.created_at') }),
    'r.created_at, r.id',
  )} from community_post_reports r left join profiles q on q.id = r.profile_id
    where r.post_id = w.id and r.resolved_at is null)`,
  replies: repliesTo('staff'),
  decidedBy: person('d'),
  decidedAt: instant('w.decided_at'),
  version: 'w.version',
  createdAt: instant('w.created_at'),
});

const reviewed = `community_posts w join profiles p on p.id = w.profile_id join classes c on c.id = w.class_id
  join media f on f.id = w.media_id`;
const reviewable = 'w.deleted_at is null and p.deleted_at is null and c.deleted_at is null';

const member = object({ id: 'u.id', firstName: 'u.first_name', lastName: 'u.last_name' });
const byName = 'lower(u.last_name), lower(u.first_name), u.id';
export const schoolItem = object({
  id: 'sc.id',
  name: 'sc.name',
  owners: `(select ${list(member, byName)} from memberships ms join users u on u.id = ms.user_id and u.deleted_at is null
    where ms.school_id = sc.id and ms.role = 'SchoolOwner')`,
  memberCount: `(select count(*) from memberships ms join users u on u.id = ms.user_id
    where ms.school_id = sc.id and u.deleted_at is null)`,
  classCount: '(select count(*) from classes where school_id = sc.id and deleted_at is null)',
  ...editing('sc', 'e'),
});
export const schoolJoins = 'left join users e on e.id = sc.updated_by_id';

const keyItem = object({
  id: 'k.id',
  name: 'k.name',
  lastFour: 'k.last_four',
  scopes: 'k.scopes',
  kind: `'personal'`,
  owner: person('o'),
  createdBy: person('o'),
  school: 'null',
  state: `'live'`,
  createdAt: instant('k.created_at'),
  dateCreated: instant('k.created_at'),
  expiresAt: instant('k.expires_at'),
  lastUsedAt: instant('k.last_used_at'),
  revokedAt: instant('k.revoked_at'),
  revokedBy: person('v'),
});

const sent = (state: string): string =>
  `(select count(*) from webhook_deliveries where webhook_id = h.id and state = '${state}')`;
export const webhookItem = object({
  id: 'h.id',
  name: 'h.name',
  url: 'h.url',
  events: 'h.events',
  state: 'h.state',
  failingSince: instant('h.failing_since'),
  waitingCount: sent('waiting'),
  failedCount: sent('failed'),
  oldSecretEndsAt: `case when h.old_secret_ends_at > now() then ${instant('h.old_secret_ends_at')} end`,
  createdBy: person('m'),
  ...editing('h', 'e'),
});
export const webhookJoins = 'left join users m on m.id = h.created_by_id left join users e on e.id = h.updated_by_id';

const printedItem = object({
  id: 'printed_codes.id',
  code: 'printed_codes.code',
  otherCodes: `coalesce(n.forms, '{}')`,
  printedFor: object({
    kind: 'printed_codes.entity',
    id: 'printed_codes.entity_id',
    name: `case entity when 'contents' then o.name when 'lessons' then l.name else b.name end`,
    unitNumber: 'l.number',
    pageNumber: 'o.page_number',
    textBookName: 'b.name',
    deleted: 'num_nonnulls(o.deleted_at, l.deleted_at, b.deleted_at) > 0',
    published: `b.published_at is not null and (entity = 'textbooks' or l.published_at is not null)
      and (entity <> 'contents' or o.published_at is not null)`,
  }),
  targetId: 'coalesce(printed_codes.target_id, printed_codes.id)',
  opensInstead: 'null',
  opensLater: 'null',
  opensLaterFrom: 'null',
  createdAt: instant('printed_codes.created_at'),
  scanCount: 'n.scans',
  replacedScanCount: 'n.replaced',
  typedCount: 'n.typed',
  recentUseCount: 'n.recent',
  lastUsedAt: instant('n.last'),
  retargetedAt: instant('printed_codes.retargeted_at'),
  retargetedBy: person('e'),
  changeSincePrint: new PgDialect().sqlToQuery(changeSincePrint).sql,
  version: 'printed_codes.version',
});

const printedRows = `from printed_codes
  left join contents o on entity = 'contents' and o.id = entity_id
  left join lessons l on l.id = case entity when 'contents' then o.lesson_id when 'lessons' then entity_id end
  join textbooks b on b.id = printed_codes.textbook_id
  left join users e on e.id = printed_codes.retargeted_by_id
  cross join lateral (
    select array_agg(code order by created_at, id) filter (where kind = 'form') as forms,
      coalesce(sum(uses) filter (where kind = 'link'), 0)::int as scans, sum(uses_after_end)::int as replaced,
      coalesce(sum(uses) filter (where kind <> 'link'), 0)::int as typed, max(last_used_at) as last,
      coalesce(sum((select sum(uses) from printed_code_days
        where printed_code_id = x.id and day > (now() at time zone 'UTC')::date - 30)), 0)::int as recent
    from printed_codes x where x.entity_id = printed_codes.entity_id
  ) as n
  where printed_codes.kind = 'code' and printed_codes.textbook_id = $1 and b.deleted_at is null`;

const isSound = `purpose = 'teaching' and kind = 'audio'`;

/** The lists of what is reviewed, recorded, deleted, printed and connected. */
export function deskCases({ textbookId, schoolId }: FloorIds): FloorCase[] {
  return [
    listCase('posts to review', {
      path: '/Community/queue',
      text: page(
        `from (select w.* from ${reviewed} where ${reviewable} order by w.created_at desc, w.id desc limit 20) as w
          join profiles p on p.id = w.profile_id join classes c on c.id = w.class_id join media f on f.id = w.media_id
          left join media k on k.id = w.thumbnail_media_id left join lessons l on l.id = w.lesson_id
          left join contents o on o.id = w.content_id and o.deleted_at is null left join users d on d.id = w.decided_by_id`,
        moderatedItem,
        { order: 'w.created_at desc, w.id desc', count: `(select count(*) from ${reviewed} where ${reviewable})` },
      ),
    }),
    listCase('the audit log', {
      path: '/Audit',
      text: page(`from ${firstTwenty('audit_log', 'true', 'at desc, id desc')} as a`, auditItem, {
        order: 'a.at desc, a.id desc',
        count: counted('audit_log', 'true'),
      }),
    }),
    listCase('the trash', { path: '/Trash', text: trashText }),
    listCase('sounds', {
      path: '/Content/audio-list',
      text: page(
        `from ${firstTwenty('media', isSound, newest)} as f`,
        `(${link(`'/media/' || f.id || '/'`, 'f.file_name')}::jsonb || ${object({
          id: 'f.id',
          durationMs: 'coalesce(f.duration_ms, 0)',
          createdAt: instant('f.created_at'),
          dateCreated: instant('f.created_at'),
        })}::jsonb)`,
        { order: 'f.created_at desc, f.id desc', count: counted('media', isSound) },
      ),
    }),
    listCase('printed codes of a textbook', {
      path: `/TextBook/${textbookId}/printed-codes`,
      text: page(printedRows, printedItem, {
        order: `entity <> 'textbooks', coalesce(l.position, 2147483647), l.id, entity <> 'lessons', o.position,
          printed_codes.id`,
        count: counted('printed_codes', `kind = 'code' and textbook_id = $1`),
      }),
      values: [textbookId],
    }),
    listCase('schools', {
      path: '/School',
      text: page(`from ${firstTwenty('schools', 'true', 'lower(name), id')} as sc ${schoolJoins}`, schoolItem, {
        order: 'lower(sc.name), sc.id',
        count: counted('schools', 'true'),
      }),
    }),
    listCase('members of a school', {
      path: `/School/${schoolId}/members`,
      text: page(
        `from memberships ms join users u on u.id = ms.user_id where ms.school_id = $1 and u.deleted_at is null`,
        object({ id: 'u.id', firstName: 'u.first_name', lastName: 'u.last_name', role: 'ms.role' }),
        {
          order: `ms.role, ${byName}`,
          count: `(select count(*) from memberships ms join users u on u.id = ms.user_id
            where ms.school_id = $1 and u.deleted_at is null)`,
        },
      ),
      values: [schoolId],
    }),
    listCase('API keys', {
      path: '/ApiKey',
      text: page(
        `from ${firstTwenty('api_keys', 'true', newest)} as k join users o on o.id = k.owner_id
          left join users v on v.id = k.revoked_by_id`,
        keyItem,
        { order: 'k.created_at desc, k.id desc', count: counted('api_keys', 'true') },
      ),
    }),
    listCase('webhooks', {
      path: '/Webhook',
      text: page(`from ${firstTwenty('webhooks', 'true', 'lower(name), id')} as h ${webhookJoins}`, webhookItem, {
        order: 'lower(h.name), h.id',
        count: counted('webhooks', 'true'),
      }),
    }),
    detailCase('a school', {
      path: `/School/${schoolId}`,
      text: one(schoolItem, `from schools sc ${schoolJoins} where sc.id = $1`),
      values: [schoolId],
    }),
  ];
}
