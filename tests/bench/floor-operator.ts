import { detailCase, firstTwenty, type FloorCase, type FloorIds, listCase, one, page } from './floor-case.ts';
import { webhookItem, webhookJoins } from './floor-desk.ts';
import { instant, list, namedBook, object, person } from './floor-json.ts';

// What administrators look after: webhooks, links that broke, and what is kept of children.

const deliveryItem = object({
  id: 'd.id',
  type: 'd.type',
  event: `case when d.type <> 'ping' then d.type end`,
  rowId: 'd.row_id',
  createdAt: instant('d.created_at'),
  occurredAt: instant('d.occurred_at'),
  state: 'd.state',
  attempts: 'd.attempts',
  lastTryAt: instant('d.last_try_at'),
  nextTryAt: instant('d.next_try_at'),
  status: 'd.status',
  durationMs: 'd.duration_ms',
  problem: 'd.problem',
  answer: 'd.answer',
});

const newestSent = 'created_at desc, id desc';

/** With `x`, the look; all are of pages' pictures. */
const brokenItem = object({
  id: 'x.id',
  kind: 'x.kind',
  problem: 'x.problem',
  textBook: namedBook,
  unit: object({ id: 'l.id', hashCode: 'l.hash_code', number: 'l.number', title: 'l.title', name: 'l.name' }),
  content: object({
    id: 'p.id',
    hashCode: 'p.hash_code',
    type: 'p.type',
    pageNumber: 'p.page_number',
    name: 'p.name',
  }),
  itemName: 'null',
  link: 'null',
  fileName: 'm.file_name',
  since: instant('x.bad_since'),
  checkedAt: instant('x.checked_at'),
  changedBy: person('e'),
});

const broken = `link_checks x join contents p on p.id = x.row_id and p.page_image_media_id::text = x.target
  join lessons l on l.id = p.lesson_id and l.deleted_at is null
  join textbooks b on b.id = l.textbook_id and b.deleted_at is null`;
const isBroken = `x.kind = 'picture' and x.broken_at is not null and p.deleted_at is null`;
const byPlace = 'lower(b.name), b.id, l.position, p.position, x.id';

const keptProfile = {
  id: 'p.id',
  name: 'p.name',
  animal: 'p.animal',
  createdAt: instant('p.created_at'),
  firstSeenAt: instant('p.created_at'),
  lastSeenAt: instant('p.last_seen_at'),
  deletedAt: instant('p.deleted_at'),
  classes: `(select ${list(object({ id: 'c.id', className: 'c.class_name' }), 'cp.last_seen_at desc, c.id')}
    from class_profiles cp join classes c on c.id = cp.class_id where cp.profile_id = p.id)`,
  postCount: '(select count(*) from community_posts where profile_id = p.id)',
  pageViewCount: '(select count(*) from page_views where profile_id = p.id)',
};

const works = '(select id from community_posts where profile_id = p.id)';
const kept = (table: string, where = 'profile_id = p.id'): string => `(select count(*) from ${table} where ${where})`;

const keptCard = object({
  ...keptProfile,
  fileCount: 'f.count',
  fileSize: 'f.size',
  unfinishedUploadCount: kept('media_requests', `profile_id = p.id and state in ('pending', 'processing')`),
  reactionCount: '(select coalesce(sum(count), 0) from community_reactions where profile_id = p.id)',
  replyCount: kept('community_replies', `post_id in ${works}`),
  reportCount: kept('community_post_reports'),
  finishedCount: kept('finished_contents'),
  albumCount: kept('student_albums'),
  auditEntryCount: kept(
    'audit_log',
    `(entity = 'profiles' and entity_id = p.id) or (entity = 'community_posts' and entity_id in ${works})`,
  ),
  mergedProfileCount: '0',
});

/** The reads of the privacy desk, of webhooks and of broken links. */
export function operatorCases({ webhookId, profileId }: FloorIds): FloorCase[] {
  return [
    detailCase('a webhook', {
      path: `/Webhook/${webhookId}`,
      text: one(webhookItem, `from webhooks h ${webhookJoins} where h.id = $1`),
      values: [webhookId],
    }),
    listCase("a webhook's messages", {
      path: `/Webhook/${webhookId}/delivery`,
      text: page(`from ${firstTwenty('webhook_deliveries', 'webhook_id = $1', newestSent)} as d`, deliveryItem, {
        order: 'd.created_at desc, d.id desc',
        count: '(select count(*) from webhook_deliveries where webhook_id = $1)',
      }),
      values: [webhookId],
    }),
    listCase('broken links', {
      path: '/Content/broken-links',
      text: page(
        `from (select x.* from ${broken} where ${isBroken} order by ${byPlace} limit 20) as x
          join contents p on p.id = x.row_id join lessons l on l.id = p.lesson_id join textbooks b on b.id = l.textbook_id
          join media m on m.id = p.page_image_media_id left join users e on e.id = p.updated_by_id`,
        brokenItem,
        { order: byPlace, count: `(select count(*) from ${broken} where ${isBroken})` },
      ),
    }),
    listCase('children of whom anything is kept', {
      path: '/Privacy/profiles',
      text: page(`from ${firstTwenty('profiles', 'true', 'last_seen_at desc, id desc')} as p`, object(keptProfile), {
        order: 'p.last_seen_at desc, p.id desc',
        count: '(select count(*) from profiles)',
      }),
    }),
    detailCase('what is kept of a child', {
      path: `/Privacy/profiles/${profileId}`,
      text: one(
        keptCard,
        `from profiles p cross join lateral (
          select count(*), coalesce(sum(byte_size), 0) as size from media where id in (
            select unnest(array[media_id, thumbnail_media_id]) from community_posts where profile_id = p.id
            union select media_id from community_replies where post_id in ${works}
            union select id from media where profile_id = p.id
          )
        ) as f where p.id = $1`,
      ),
      values: [profileId],
    }),
  ];
}
