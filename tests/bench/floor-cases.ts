import type { Pool } from 'pg';
import { encodeQuery } from '#schema/rest/query-string.ts';
import {
  bookItem,
  bookJoins,
  briefItem,
  classItem,
  classJoins,
  completed,
  contentItem,
  forStudents,
  postItem,
  profileItem,
  studentClassItem,
  unitItem,
  userItem,
  userJoins,
} from './floor-items.ts';
import { type Fields, list, object } from './floor-json.ts';

/** A call of the API, and the one statement that makes the same answer's JSON. */
export interface FloorCase {
  readonly group: 'list' | 'detail' | 'student';
  readonly name: string;
  /** The call is an administrator's; else it needs no token. */
  readonly asStaff: boolean;
  /** With its query, from /api on. */
  readonly path: string;
  /** Gives one row with one column `json`. The signatures of links are blank, since SQL has no key. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The first twenty rows of a list with their number; the list says whether it counts all of them where `isExact` is given. */
function page(rows: string, item: string, parts: { order: string; count: string; isExact?: string }): string {
  const fields = {
    items: `(select ${list('item', 'place')} from (
      select row_number() over (order by ${parts.order}) as place, ${item} as item ${rows} order by place
    ) as items)`,
    pageNumber: '1',
    pageSize: '20',
    totalCount: parts.count,
    totalIsExact: 'true',
  };
  return `select ${object(fields)}::text as json`;
}

const firstTwenty = (table: string, where: string, order: string): string =>
  `(select * from ${table} where ${where} order by ${order} limit 20)`;

interface Ids {
  readonly classId: string;
  readonly classHashCode: string;
  readonly textbookId: string;
  readonly userId: string;
}

const idsText = `
  select c.id as "classId", c.class_hash_code as "classHashCode", c.textbook_id as "textbookId",
    c.main_teacher_id as "userId"
  from classes c join textbooks b on b.id = c.textbook_id
  where c.deleted_at is null and b.published_at is not null and b.deleted_at is null and c.status = 0
    and c.end_date > now() and c.main_teacher_id is not null
  order by (select count(*) from community_posts w where w.class_id = c.id) desc, c.id limit 1`;

interface School {
  readonly publicUrl: string;
  readonly timeZone: string;
}

/** What staff and children ask for most, in a school that has a running class with units and posts, such as the demo school. */
export async function floorCases(pool: Pick<Pool, 'query'>, { publicUrl, timeZone }: School): Promise<FloorCase[]> {
  const { rows } = await pool.query<Ids>(idsText);
  const [ids] = rows;
  if (!ids) throw new Error('the school has no running class');
  const { classId, classHashCode, textbookId, userId } = ids;
  const staff = (group: FloorCase['group'], name: string, path: string, text: string, values: unknown[]) => ({
    ...{ group, name, text, values },
    asStaff: true,
    path: `/api${path}`,
  });
  const student = (name: string, path: string, query: Fields, text: string, values: unknown[]) => ({
    ...{ group: 'student' as const, name, text, values },
    asStaff: false,
    path: `/api${path}${encodeQuery(query)}`,
  });
  const notDeleted = 'deleted_at is null';
  const newest = 'created_at desc, id desc';
  const counted = (table: string) => `(select count(*) from ${table} where ${notDeleted})`;
  return [
    staff(
      'list',
      'classes',
      '/Class',
      page(`from ${firstTwenty('classes', notDeleted, newest)} as c ${classJoins}`, classItem, {
        order: 'c.created_at desc, c.id desc',
        count: counted('classes'),
      }),
      [publicUrl],
    ),
    staff(
      'list',
      'users',
      '/User',
      page(`from ${firstTwenty('users', notDeleted, newest)} as u ${userJoins}`, userItem, {
        order: 'u.created_at desc, u.id desc',
        count: counted('users'),
      }),
      [],
    ),
    staff(
      'list',
      'textbooks',
      '/TextBook',
      page(`from ${firstTwenty('textbooks', notDeleted, 'lower(name), id')} as b ${bookJoins}`, bookItem, {
        order: 'lower(b.name), b.id',
        count: counted('textbooks'),
      }),
      [publicUrl],
    ),
    staff(
      'list',
      'units of a textbook',
      `/TextBook/unit${encodeQuery({ TextbookId: textbookId })}`,
      page(
        `from ${firstTwenty('lessons', `textbook_id = $2 and ${notDeleted}`, 'position, id')} as l
          join textbooks b on b.id = l.textbook_id left join users e on e.id = l.updated_by_id`,
        unitItem,
        {
          order: 'l.position, l.id',
          count: `(select count(*) from lessons where textbook_id = $2 and ${notDeleted})`,
        },
      ),
      [publicUrl, textbookId],
    ),
    staff(
      'list',
      'profiles of a class',
      `/Class/${classId}/profiles`,
      page(
        `from (select cp.*, p.name, p.deleted_at from class_profiles cp join profiles p on p.id = cp.profile_id
            where cp.class_id = $1 and p.${notDeleted} order by lower(p.name), p.id limit 20) as cp
          join profiles p on p.id = cp.profile_id`,
        profileItem,
        {
          order: 'lower(p.name), p.id',
          count: `(select count(*) from class_profiles cp join profiles p on p.id = cp.profile_id
            where cp.class_id = $1 and p.${notDeleted})`,
        },
      ),
      [classId, publicUrl],
    ),
    staff(
      'detail',
      'a class',
      `/Class/${classId}`,
      `select ${classItem}::text as json from classes c ${classJoins} where c.id = $2 and c.${notDeleted}`,
      [publicUrl, classId],
    ),
    staff(
      'detail',
      'a user',
      `/User/${userId}`,
      `select ${userItem}::text as json from users u ${userJoins} where u.id = $1 and u.${notDeleted}`,
      [userId],
    ),
    staff(
      'detail',
      'a textbook',
      `/TextBook/${textbookId}`,
      `select ${bookItem}::text as json from textbooks b ${bookJoins} where b.id = $2 and b.${notDeleted}`,
      [publicUrl, textbookId],
    ),
    student(
      'a class by its code',
      '/Student/class-detail',
      { hashCode: classHashCode },
      `select ${studentClassItem}::text as json from classes c join textbooks b on b.id = c.textbook_id
        left join media m on m.id = b.thumbnail_media_id where c.class_hash_code = $1 and ${forStudents}`,
      [classHashCode, timeZone],
    ),
    student(
      "a class's units",
      '/Class/units',
      { classHashCode },
      `select ${list(briefItem, 'l.position, l.id')}::text as json
        from classes c join textbooks b on b.id = c.textbook_id join lessons l on l.textbook_id = b.id
        where c.class_hash_code = $1 and ${forStudents} and l.published_at is not null and l.${notDeleted}
          and not ${completed}`,
      [classHashCode, timeZone],
    ),
    student(
      "a class's contents",
      '/Student/contents',
      { ClassHashCode: classHashCode },
      `select ${list(contentItem, 'l.position, l.id, p.position, p.id')}::text as json
        from classes c join textbooks b on b.id = c.textbook_id join lessons l on l.textbook_id = b.id
          join contents p on p.lesson_id = l.id left join media m on m.id = p.page_image_media_id
        where c.class_hash_code = $1 and ${forStudents} and l.published_at is not null and l.${notDeleted}
          and p.published_at is not null and p.${notDeleted} and not ${completed}`,
      [classHashCode, timeZone],
    ),
    student(
      "a class's wall",
      '/Community',
      { ClassHashCode: classHashCode },
      `select ${list('item', 'created_at desc, id desc')}::text as json from (
        select ${postItem} as item, w.created_at, w.id
        from classes c join textbooks b on b.id = c.textbook_id join community_posts w on w.class_id = c.id
          join profiles p on p.id = w.profile_id join media f on f.id = w.media_id
          left join media k on k.id = w.thumbnail_media_id
        where c.class_hash_code = $1 and ${forStudents} and not ${completed} and w.state = 'approved'
          and w.${notDeleted} and p.${notDeleted}
        order by w.created_at desc, w.id desc limit 100) as posts`,
      [classHashCode, timeZone],
    ),
  ];
}

/** Whoever asks, as an access token names them. */
export interface Bearer {
  readonly sub: string;
  readonly sid: string;
  readonly role: string;
}

/** What the API asks of every caller's session. */
export const sessionText = `
  select u.id from refresh_families f join users u on u.id = f.user_id
  where f.id = $1 and u.id = $2 and f.revoked_at is null and f.expires_at > now() and u.role = $3 and u.status = 1
    and u.deleted_at is null`;
