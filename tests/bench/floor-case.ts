import type { Settings } from '#api/ground/settings/settings.ts';
import { encodeQuery } from '#schema/rest/query-string.ts';
import { demoEmail } from '#tests/support/people.ts';
import { list, object } from './floor-json.ts';

/** The caller of a call: an administrator, a child of the class, a device, or nobody, without a token. */
export type FloorCaller = 'staff' | 'child' | 'device' | 'nobody';

/** A call of the API, and the one statement that makes the same answer's JSON. */
export interface FloorCase {
  readonly group: 'list' | 'detail' | 'student';
  readonly name: string;
  readonly as: FloorCaller;
  /** With its query, from /api on. */
  readonly path: string;
  /** Gives one row with one column `json`. The signatures of links and tokens are blank, since SQL has no key. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The secret id of the device that asks, which the gateway says to the API. */
export const floorDevice = 'the-device-of-the-floor-bench';

/** The settings of the installation that the floors' JSON has. */
export type FloorSchool = Pick<Settings, 'publicUrl' | 'timeZone' | 'communityApproval' | 'retention'>;

/** The headers by which a call of the API says who calls. */
export const headersOf = (caller: FloorCaller, authorization: string | undefined): Record<string, string> =>
  caller === 'device' ? { 'x-device': floorDevice } : authorization === undefined ? {} : { authorization };

interface Asked {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
  readonly values?: readonly unknown[];
}

const caseOf =
  (group: FloorCase['group'], as: FloorCaller) =>
  (name: string, { path, query = {}, text, values = [] }: Asked): FloorCase => ({
    ...{ group, as, name, text, values },
    path: `/api${path}${encodeQuery(query)}`,
  });

export const listCase = caseOf('list', 'staff');
export const detailCase = caseOf('detail', 'staff');
export const studentCase = caseOf('student', 'nobody');
export const childCase = caseOf('student', 'child');
export const deviceCase = caseOf('student', 'device');

/** The first twenty rows of a list with their number, which is exact. */
export function page(rows: string, item: string, parts: { order: string; count: string }): string {
  const fields = {
    items: `(select ${list('item', 'place')} from (
      select row_number() over (order by ${parts.order}) as place, ${item} as item ${rows} order by place limit 20
    ) as items)`,
    pageNumber: '1',
    pageSize: '20',
    totalCount: parts.count,
    totalIsExact: 'true',
  };
  return one(object(fields));
}

/** A statement for one value, with the tables that the value is made from. */
export const one = (value: string, from = ''): string => `select ${value}::text as json ${from}`;

export const notDeleted = 'deleted_at is null';
export const newest = 'created_at desc, id desc';

export const firstTwenty = (table: string, where: string, order: string): string =>
  `(select * from ${table} where ${where} order by ${order} limit 20)`;

export const counted = (table: string, where = notDeleted): string => `(select count(*) from ${table} where ${where})`;

/** The rows whose pages are asked for: a running class with its book, a unit and a content of the book, and a child. */
export interface FloorIds {
  readonly classId: string;
  readonly classHashCode: string;
  readonly textbookId: string;
  readonly textbookHashCode: string;
  readonly shortCode: string;
  readonly userId: string;
  readonly schoolId: string;
  readonly unitId: string;
  readonly unitHashCode: string;
  readonly contentId: string;
  readonly contentHashCode: string;
  /** A content with sounds to push. */
  readonly soundsId: string;
  readonly profileId: string;
  /** The administrator who asks. */
  readonly staffId: string;
  /** The session in which the administrator asks: the newest. */
  readonly sessionId: string;
  /** A webhook with messages. */
  readonly webhookId: string;
  /** Twenty of each kind, or fewer, which are asked for by their ids. */
  readonly classIds: readonly string[];
  readonly userIds: readonly string[];
  readonly textbookIds: readonly string[];
  readonly unitIds: readonly string[];
  readonly contentIds: readonly string[];
  readonly schoolIds: readonly string[];
}

const twentyOf = (table: string, where = notDeleted): string =>
  `array(select id from ${table} where ${where} order by id desc limit 20)`;

// The floor's SQL does not escape these signs in a file's name. A content of a deleted unit is not found.
const isNamedPlainly = `name !~ '[,?]' and lesson_id in (select id from lessons where ${notDeleted})`;

export const idsText = `
  select c.id as "classId", c.class_hash_code as "classHashCode", c.textbook_id as "textbookId",
    b.hash_code as "textbookHashCode", b.short_code as "shortCode", c.main_teacher_id as "userId",
    c.school_id as "schoolId", l.id as "unitId", l.hash_code as "unitHashCode",
    p.id as "contentId", p.hash_code as "contentHashCode", s.content_id as "soundsId", w.profile_id as "profileId",
    y.id as "staffId",
    (select id from refresh_families where user_id = y.id order by created_at desc, id desc limit 1) as "sessionId",
    (select id from webhooks order by created_at, id limit 1) as "webhookId",
    ${twentyOf('classes')} as "classIds", ${twentyOf('users')} as "userIds",
    ${twentyOf('textbooks')} as "textbookIds", ${twentyOf('lessons')} as "unitIds",
    ${twentyOf('contents', `${notDeleted} and ${isNamedPlainly}`)} as "contentIds", ${twentyOf('schools', 'true')} as "schoolIds"
  from classes c join textbooks b on b.id = c.textbook_id
  cross join lateral (
    select * from lessons where textbook_id = b.id and published_at is not null and deleted_at is null
    order by position, id limit 1
  ) as l
  cross join lateral (
    select * from contents where lesson_id = l.id and published_at is not null and deleted_at is null
    order by position, id limit 1
  ) as p
  cross join lateral (
    select content_id from push_and_listen_items where deleted_at is null group by content_id order by count(*) desc limit 1
  ) as s
  cross join lateral (
    select profile_id from community_posts where class_id = c.id and state = 'approved' and deleted_at is null
    group by profile_id order by count(*) desc, profile_id limit 1
  ) as w
  cross join (select id from users where email = '${demoEmail.Administrator}') as y
  where c.deleted_at is null and b.published_at is not null and b.deleted_at is null and c.status = 0
    and c.end_date > now() and c.main_teacher_id is not null
  order by (select count(*) from community_posts w where w.class_id = c.id) desc, c.id limit 1`;
