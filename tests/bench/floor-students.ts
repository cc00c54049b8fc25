import { childCase, type FloorCase, type FloorIds, one, studentCase } from './floor-case.ts';
import {
  bookShown,
  briefItem,
  completed,
  contentItem,
  contentShown,
  forStudents,
  ownPostItem,
  postItem,
  rosterItem,
  shownBook,
  spotItem,
  studentClassItem,
  studentContentItem,
  unitPlaceItem,
  unitShown,
} from './floor-items-students.ts';
import { list, object } from './floor-json.ts';

const classBook = 'classes c join textbooks b on b.id = c.textbook_id';
const bookUnits = 'textbooks b join lessons l on l.textbook_id = b.id';
const bookContents = `${bookUnits} join contents p on p.lesson_id = l.id`;
const inOrder = 'l.position, l.id, p.position, p.id';

/** Of the child `$1`; the units in the order of their first content that was finished. */
const progressText = `select ${object({
  lastUnitHashCode: `(select l.hash_code from last_opened_units o join lessons l on l.id = o.lesson_id
    where o.profile_id = $1 and l.deleted_at is null)`,
  units: `(select ${list(object({ unitHashCode: 'unit', contentHashCodes: 'codes' }), 'first')} from (
    select unit, min(place) as first, json_agg(code order by place) as codes from (
      select l.hash_code as unit, p.hash_code as code, row_number() over (order by f.finished_at, p.id) as place
      from finished_contents f join contents p on p.id = f.content_id join lessons l on l.id = p.lesson_id
      where f.profile_id = $1 and p.deleted_at is null and l.deleted_at is null
    ) as finished group by unit
  ) as units)`,
  switches: `(select ${list(object({ switch: 'switch', isOn: 'is_on' }), 'switch')} from student_switches
    where profile_id = $1)`,
})}::text as json`;

const posts = (item: string, from: string, where: string): string =>
  `select ${item} as item, w.created_at, w.id, w.state, w.profile_id
    from ${from} join community_posts w on w.class_id = c.id join profiles p on p.id = w.profile_id
      join media f on f.id = w.media_id left join media k on k.id = w.thumbnail_media_id
    where ${where} and w.deleted_at is null and p.deleted_at is null
    order by w.created_at desc, w.id desc limit 100`;

/** What a child's app asks for; `timeZone` is the installation's. */
export function studentCases(ids: FloorIds, timeZone: string): FloorCase[] {
  const { classId, classHashCode, textbookId, textbookHashCode, unitHashCode, contentHashCode, profileId } = ids;
  return [
    studentCase('a class by its code', {
      path: '/Student/class-detail',
      query: { hashCode: classHashCode },
      text: one(
        studentClassItem,
        `from ${classBook} left join media m on m.id = b.thumbnail_media_id
          where c.class_hash_code = $1 and ${forStudents}`,
      ),
      values: [classHashCode, timeZone],
    }),
    studentCase("a class's status", {
      path: '/Student/class-status',
      query: { TextBookId: textbookId, ClassId: classId },
      text: one(
        object({ status: 'c.status', completed }),
        `from ${classBook} where c.id = $1 and b.id = $3 and ${forStudents}`,
      ),
      values: [classId, timeZone, textbookId],
    }),
    studentCase("a class's units", {
      path: '/Class/units',
      query: { classHashCode },
      text: one(
        list(briefItem, 'l.position, l.id'),
        `from ${classBook} join lessons l on l.textbook_id = b.id
          where c.class_hash_code = $1 and c.deleted_at is null and ${unitShown} and not ${completed}`,
      ),
      values: [classHashCode, timeZone],
    }),
    studentCase("a class's contents", {
      path: '/Student/contents',
      query: { ClassHashCode: classHashCode },
      text: one(
        list(contentItem, inOrder),
        `from ${classBook} join lessons l on l.textbook_id = b.id join contents p on p.lesson_id = l.id
          left join media m on m.id = p.page_image_media_id
          where c.class_hash_code = $1 and c.deleted_at is null and ${contentShown} and not ${completed}`,
      ),
      values: [classHashCode, timeZone],
    }),
    studentCase("a class's wall", {
      path: '/Community',
      query: { ClassHashCode: classHashCode },
      text: one(
        list('item', 'created_at desc, id desc'),
        `from (${posts(
          postItem,
          classBook,
          `c.class_hash_code = $1 and ${forStudents} and not ${completed} and w.state = 'approved'`,
        )}) as posts`,
      ),
      values: [classHashCode, timeZone],
    }),
    studentCase("a class's children", {
      path: '/Student/roster',
      query: { ClassHashCode: classHashCode },
      text: one(
        list(rosterItem, `cp.number nulls last, coalesce(nullif(p.reading, ''), p.name) collate "ja-x-icu", p.id`),
        `from ${classBook} join class_profiles cp on cp.class_id = c.id and not cp.waiting
          join profiles p on p.id = cp.profile_id and p.deleted_at is null
          where c.class_hash_code = $1 and ${forStudents} and not ${completed}`,
      ),
      values: [classHashCode, timeZone],
    }),
    studentCase('a textbook by its code', {
      path: '/Student/textbook-detail',
      query: { hashCode: textbookHashCode },
      text: one(
        shownBook,
        `from textbooks b left join media m on m.id = b.thumbnail_media_id where b.hash_code = $1 and ${bookShown}`,
      ),
      values: [textbookHashCode],
    }),
    studentCase("a textbook's units", {
      path: '/Student/lessons-by-short-name',
      query: { hashCode: textbookHashCode },
      text: one(list(briefItem, 'l.position, l.id'), `from ${bookUnits} where b.hash_code = $1 and ${unitShown}`),
      values: [textbookHashCode],
    }),
    studentCase('a unit by its code', {
      path: '/Student/lessons/name',
      query: { hashCode: unitHashCode },
      text: one(unitPlaceItem, `from ${bookUnits} where l.hash_code = $1 and ${unitShown}`),
      values: [unitHashCode],
    }),
    studentCase("a unit's contents", {
      path: '/Lesson/contents',
      query: { hashCode: unitHashCode },
      text: one(
        list(contentItem, inOrder),
        `from ${bookContents} left join media m on m.id = p.page_image_media_id
          where l.hash_code = $1 and ${contentShown}`,
      ),
      values: [unitHashCode],
    }),
    studentCase('a content by its code', {
      path: '/Student/content',
      query: { hashCode: contentHashCode },
      text: one(
        studentContentItem,
        `from ${bookContents} left join media m on m.id = p.page_image_media_id
          left join media s on s.id = p.audio_media_id
          cross join lateral (
            select previous, next from (
              select o.id, lag(o.hash_code) over printed as previous, lead(o.hash_code) over printed as next
              from lessons u join contents o on o.lesson_id = u.id
              where u.textbook_id = b.id and u.published_at is not null and u.deleted_at is null
                and o.published_at is not null and o.deleted_at is null
              window printed as (order by u.position, u.id, o.position, o.id)
            ) as pages where pages.id = p.id
          ) as n
          where p.hash_code = $1 and ${contentShown}`,
      ),
      values: [contentHashCode],
    }),
    studentCase("a content's type", {
      path: '/Student/content-details',
      query: { hashCode: contentHashCode },
      text: one(
        object({ classHashCode: 'null', type: 'p.type' }),
        `from ${bookContents} where p.hash_code = $1 and ${contentShown}`,
      ),
      values: [contentHashCode],
    }),
    studentCase("a content's sounds", {
      path: `/Student/push-listen/${ids.soundsId}`,
      text: one(
        list(spotItem, 'i.position, i.id'),
        `from ${bookContents} join push_and_listen_items i on i.content_id = p.id and i.deleted_at is null
          where p.id = $1 and ${contentShown}`,
      ),
      values: [ids.soundsId],
    }),
    childCase("a child's wall", {
      path: '/Community',
      query: { ClassHashCode: classHashCode },
      text: one(
        list('item', `profile_id = $3 desc, state = 'pending' desc, created_at desc, id desc`),
        `from (${posts(
          ownPostItem,
          classBook,
          `c.class_hash_code = $1 and ${forStudents} and (not ${completed} or exists (
            select from class_profiles where class_id = c.id and profile_id = $3 and not waiting))
            and (w.state = 'approved' or (w.state = 'pending' and w.profile_id = $3))`,
        )}) as posts`,
      ),
      values: [classHashCode, timeZone, profileId],
    }),
    childCase("a child's progress", {
      path: '/Student/progress',
      text: progressText,
      values: [profileId],
    }),
    childCase("a child's class", {
      path: `/Student/class-hash-code/${classId}`,
      text: one(
        object({ classHashCode: 'c.class_hash_code' }),
        `from class_profiles cp join profiles p on p.id = cp.profile_id join classes c on c.id = cp.class_id
          where cp.profile_id = $1 and c.id = $2 and p.deleted_at is null and c.deleted_at is null
            and not cp.by_old_code`,
      ),
      values: [profileId, classId],
    }),
  ];
}
