import { detailCase, type FloorCase, type FloorIds, listCase, one } from './floor-case.ts';
import { editing, link, list, namedBook, object, orNull } from './floor-json.ts';

const soundItem = object({
  id: 'i.id',
  contentId: 'i.content_id',
  name: 'i.name',
  order: `(select count(*) from push_and_listen_items o where o.content_id = i.content_id and o.deleted_at is null
    and (o.position, o.id) <= (i.position, i.id))`,
  audioId: 'i.audio_media_id',
  audioUrl: `${link(`'/media/' || i.audio_media_id || '/'`, 'i.file_name')} -> 'url'`,
  fileName: 'i.file_name',
  spot: orNull('i.spot_x', object({ x: 'i.spot_x', y: 'i.spot_y', width: 'i.spot_width', height: 'i.spot_height' })),
  ...editing('i', 'e'),
});

const unitItem = object({
  id: 'l.id',
  hashCode: 'l.hash_code',
  order: `(select count(*) from lessons o where o.textbook_id = l.textbook_id and o.deleted_at is null
    and (o.position, o.id) <= (l.position, l.id))`,
  number: 'l.number',
  title: 'l.title',
  name: 'l.name',
  textBook: namedBook,
  contentCount: '(select count(*) from contents where lesson_id = l.id and deleted_at is null)',
  version: 'l.version',
});

const waiting = (which: string): string => `(select count(*) from community_posts w
  where w.deleted_at is null and w.media_id is not null and ${which}
    and not exists (select from profiles where id = w.profile_id and deleted_at is not null)
    and not exists (select from classes where id = w.class_id and deleted_at is not null))`;

const staffByName = (item: string, role: string, status: string): string =>
  one(
    list(item, 'lower(last_name), lower(first_name), id'),
    `from users where role = '${role}' and ${status} and deleted_at is null`,
  );
const member = { id: 'id', firstName: 'first_name', lastName: 'last_name' };

/** What staff open beside a list: for a lesson, in a form, and of themselves. */
export function lessonCases({ soundsId, unitId, staffId }: FloorIds): FloorCase[] {
  return [
    listCase('teachers to pick', {
      path: '/User/all-teachers',
      text: staffByName(object({ ...member, status: 'status' }), 'Teacher', 'status in (0, 1)'),
    }),
    listCase('school administrators to pick', {
      path: '/User/all-school-administrators',
      text: staffByName(
        object(member),
        'SchoolOwner',
        `status = 1 and exists (select from memberships where user_id = users.id and role = 'SchoolOwner')`,
      ),
    }),
    listCase("a content's sounds for staff", {
      path: '/PushAndListen',
      query: { ContentId: soundsId },
      text: one(
        list(soundItem, 'i.position, i.id'),
        `from push_and_listen_items i join contents p on p.id = i.content_id join lessons l on l.id = p.lesson_id
          join textbooks b on b.id = l.textbook_id left join users e on e.id = i.updated_by_id
          where p.id = $1 and i.deleted_at is null and p.deleted_at is null and l.deleted_at is null
            and b.deleted_at is null`,
      ),
      values: [soundsId],
    }),
    detailCase("a unit's brief", {
      path: `/Lesson/${unitId}/brief`,
      text: one(
        unitItem,
        `from lessons l join textbooks b on b.id = l.textbook_id
          where l.id = $1 and l.deleted_at is null and b.deleted_at is null`,
      ),
      values: [unitId],
    }),
    detailCase('how many posts wait', {
      path: '/Community/waiting',
      text: one(
        object({
          pending: waiting(`w.state = 'pending'`),
          reported: waiting('exists (select from community_post_reports where post_id = w.id and resolved_at is null)'),
        }),
      ),
    }),
    detailCase('my account', {
      path: '/Auth/account',
      text: one(
        object({
          id: 'u.id',
          firstName: 'u.first_name',
          lastName: 'u.last_name',
          email: 'u.email',
          language: 'u.language',
          ...editing('u', 'e'),
        }),
        'from users u left join users e on e.id = u.updated_by_id where u.id = $1',
      ),
      values: [staffId],
    }),
  ];
}
