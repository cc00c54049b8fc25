import type { Pool } from 'pg';
import { encodeQuery } from '#schema/rest/query-string.ts';

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

/** Stands for a signature of a link; as long as one. */
export const blankSignature = '-'.repeat(43);

type Fields = Readonly<Record<string, string>>;

const object = (fields: Fields): string =>
  `json_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;
const orNull = (id: string, value: string): string => `case when ${id} is not null then ${value} end`;
const list = (item: string, order: string): string => `coalesce(json_agg(${item} order by ${order}), '[]')`;
const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// Links open until the end of the next day.
const ending = `'?expires=' || (floor(extract(epoch from now()) / 86400)::bigint + 2) * 86400 ||
  '&signature=${blankSignature}'`;
const link = (folder: string, fileName: string): string =>
  object({ url: `${folder} || ${fileName} || ${ending}`, fileName });
const smallPicture = (media: string): string =>
  orNull(`${media}.id`, link(`'/media/' || ${media}.id || '/small/'`, `${media}.file_name`));
const picture = (media: string): string =>
  orNull(`${media}.id`, link(`'/media/' || ${media}.id || '/'`, `${media}.file_name`));

const person = (user: string): string =>
  orNull(`${user}.id`, object({ id: `${user}.id`, firstName: `${user}.first_name`, lastName: `${user}.last_name` }));
const editing = (row: string, editor: string): Fields => ({
  version: `${row}.version`,
  createdAt: instant(`${row}.created_at`),
  updatedAt: instant(`${row}.updated_at`),
  updatedBy: person(editor),
});

const qrPicture = (format: 'svg' | 'png'): string =>
  link(
    `'/downloads/class-qr/' || c.id || '/'`,
    `(c.class_code || '-' || substr(encode(sha256(c.class_hash_code::bytea), 'hex'), 1, 8) || '.${format}')`,
  );

/** `$1` is the product's public address. */
const classItem = object({
  id: 'c.id',
  classCode: 'c.class_code',
  classHashCode: 'c.class_hash_code',
  className: 'c.class_name',
  textBook: object({ id: 'b.id', name: 'b.name', shortCode: 'b.short_code', thumbnail: smallPicture('m') }),
  startDate: 'c.start_date',
  endDate: 'c.end_date',
  status: 'c.status',
  mainTeacher: person('t'),
  schoolAdministrator: person('a'),
  secondaryTeachers: 's.teachers',
  inactiveStaffIds: `(select coalesce(json_agg(id), '[]') from (
    select t.id where t.status <> 1 union all select a.id where a.status <> 1 union all select unnest(s.inactive)
  ) as inactive)`,
  approvalRequired: 'c.approval_required',
  studentCount: `(select count(*) from class_profiles cp join profiles p on p.id = cp.profile_id
    where cp.class_id = c.id and p.deleted_at is null)`,
  urlLink: `$1::text || '/student/class/' || c.class_hash_code`,
  communityLink: `$1::text || '/student/community/list?class=' || c.class_hash_code`,
  qrCode: object({ svg: qrPicture('svg'), png: qrPicture('png') }),
  ...editing('c', 'e'),
});

const classJoins = `
  join textbooks b on b.id = c.textbook_id
  left join media m on m.id = b.thumbnail_media_id
  left join users t on t.id = c.main_teacher_id and t.deleted_at is null
  left join users a on a.id = c.school_administrator_id and a.deleted_at is null
  left join users e on e.id = c.updated_by_id
  cross join lateral (
    select ${list(person('u'), 'st.position')} as teachers,
      array_agg(u.id order by st.position) filter (where u.status <> 1) as inactive
    from class_secondary_teachers st join users u on u.id = st.teacher_id and u.deleted_at is null
    where st.class_id = c.id
  ) as s`;

const userItem = object({
  id: 'u.id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  email: 'u.email',
  pendingEmail: `(select email from account_links where user_id = u.id and purpose = 'email'
    and used_at is null and voided_at is null and expires_at > now())`,
  username: 'u.username',
  role: 'u.role',
  phoneNumber: 'u.phone_number',
  phoneType: 'u.phone_type',
  status: 'u.status',
  dateCreated: instant('u.created_at'),
  invitedAt: instant('u.invited_at'),
  lastSignInAt: instant('u.last_sign_in_at'),
  language: 'u.language',
  invitedBy: person('i'),
  version: 'u.version',
  updatedAt: instant('u.updated_at'),
  updatedBy: person('e'),
  // An administrator may change everybody but those above.
  refusal: `case when u.role = 'SuperAdmin' then 'messages.userAboveOwn' end`,
});

const userJoins = 'left join users i on i.id = u.invited_by_id left join users e on e.id = u.updated_by_id';

const bookItem = object({
  id: 'b.id',
  name: 'b.name',
  shortCode: 'b.short_code',
  thumbnail: smallPicture('m'),
  hashCode: 'b.hash_code',
  description: 'b.description',
  thumbnailId: 'm.id',
  unitCount: `(select count(*) from lessons where textbook_id = b.id and deleted_at is null)`,
  contentCount: `(select count(*) from contents p join lessons l on l.id = p.lesson_id and l.deleted_at is null
    where l.textbook_id = b.id and p.deleted_at is null)`,
  classCount: `(select count(*) from classes where textbook_id = b.id and deleted_at is null)`,
  urlLink: `$1::text || '/student/unit-list?book=' || b.hash_code`,
  publishedAt: instant('b.published_at'),
  ...editing('b', 'e'),
});

const bookJoins = 'left join media m on m.id = b.thumbnail_media_id left join users e on e.id = b.updated_by_id';

const unitItem = object({
  id: 'l.id',
  hashCode: 'l.hash_code',
  number: 'l.number',
  title: 'l.title',
  name: 'l.name',
  description: 'l.description',
  languageFocus: 'l.language_focus',
  phonics: 'l.phonics',
  contentCount: `(select count(*) from contents where lesson_id = l.id and deleted_at is null)`,
  textBookId: 'l.textbook_id',
  textBook: object({ id: 'b.id', hashCode: 'b.hash_code', name: 'b.name', shortCode: 'b.short_code' }),
  order: `(select count(*) from lessons o where o.textbook_id = l.textbook_id and o.deleted_at is null
    and (o.position, o.id) <= (l.position, l.id))`,
  urlLink: `$1::text || '/student/unit-detail?unit=' || l.hash_code || '&book=' || b.hash_code`,
  publishedAt: instant('l.published_at'),
  ...editing('l', 'e'),
});

const briefItem = object({
  id: 'l.id',
  hashCode: 'l.hash_code',
  number: 'l.number',
  title: 'l.title',
  name: 'l.name',
  languageFocus: 'l.language_focus',
  phonics: 'l.phonics',
  contentCount: `(select count(*) from contents
    where lesson_id = l.id and published_at is not null and deleted_at is null)`,
});

const completed = `(c.status = 1 or c.end_date < (now() at time zone $2::text)::date)`;
const forStudents = 'c.deleted_at is null and b.published_at is not null and b.deleted_at is null';

const studentClassItem = object({
  id: 'c.id',
  classHashCode: 'c.class_hash_code',
  className: 'c.class_name',
  status: 'c.status',
  startDate: 'c.start_date',
  endDate: 'c.end_date',
  completed,
  textBook: object({
    id: 'b.id',
    hashCode: 'b.hash_code',
    name: 'b.name',
    shortCode: 'b.short_code',
    description: 'b.description',
    thumbnail: picture('m'),
  }),
});

const contentItem = object({
  id: 'p.id',
  hashCode: 'p.hash_code',
  type: 'p.type',
  pageNumber: 'p.page_number',
  name: 'p.name',
  thumbnail: smallPicture('m'),
});

const profileItem = object({
  id: 'p.id',
  name: 'p.name',
  animal: 'p.animal',
  version: 'p.version',
  joinedAt: instant('cp.joined_at'),
  lastSeenAt: instant('cp.last_seen_at'),
  postCount: `(select count(*) from community_posts
    where profile_id = p.id and class_id = cp.class_id and deleted_at is null)`,
  otherClassCount: `(select count(*) from class_profiles o join classes c on c.id = o.class_id
    where o.profile_id = p.id and o.class_id <> cp.class_id and c.deleted_at is null)`,
});

const isImage = `w.kind = 'image'`;
const ofKind = (kind: string): string => `case when w.kind = '${kind}' then ${picture('f')} end`;

const postItem = object({
  id: 'w.id',
  kind: 'w.kind',
  title: 'w.title',
  displayName: 'p.name',
  animal: 'p.animal',
  mine: 'false',
  state: 'null',
  image: ofKind('image'),
  thumbnail: `case when k.id is not null then ${picture('k')} when ${isImage} then ${smallPicture('f')} end`,
  recording: ofKind('record'),
  video: ofKind('video'),
  likeCount: 'w.like_count',
  heartCount: 'w.heart_count',
  createdAt: instant('w.created_at'),
});

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
      [classId],
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
