import { detailCase, type FloorCase, type FloorIds, listCase, one } from './floor-case.ts';
import { schoolItem, schoolJoins } from './floor-desk.ts';
import {
  bookItem,
  bookJoins,
  classItem,
  classJoins,
  contentDetailItem,
  contentJoins,
  unitItem,
  unitJoins,
  userItem,
  userJoins,
} from './floor-items.ts';
import { instant, list, object } from './floor-json.ts';

interface Rows {
  readonly table: string;
  /** Of the rows. */
  readonly alias: string;
  readonly item: string;
  readonly joins: string;
}

/** The rows of some ids, in their order; the ids are the value before which `values` stand. */
const byIds = ({ table, alias, item, joins }: Rows, before: readonly string[], ids: readonly string[]) => ({
  query: { Ids: ids },
  text: one(
    list(item, 'asked.place'),
    `from unnest($${before.length + 1}::uuid[]) with ordinality as asked(id, place)
      join ${table} ${alias} on ${alias}.id = asked.id ${joins}`,
  ),
  values: [...before, ids],
});

/** The first hundred of a feed, by their last change. */
const feedOf = ({ table, alias, item, joins }: Rows, where = 'true'): string => `
  with changed as (
    select id, updated_at, deleted_at, row_number() over (order by updated_at, id) as place from ${table}
    where ${where} and updated_at < now() - interval '30 seconds' order by updated_at, id limit 101
  ), shown as (select * from changed where place <= 100)
  ${one(
    object({
      items: `(select ${list(item, 'w.place')} from shown w join ${table} ${alias} on ${alias}.id = w.id ${joins}
        where w.deleted_at is null)`,
      deletedIds: `(select ${list('w.id', 'w.place')} from shown w where w.deleted_at is not null)`,
      cursor: `(select ${instant('updated_at')} || '_' || id from shown order by place desc limit 1)`,
      isLast: '(select count(*) <= 100 from changed)',
    }),
  )}`;

const classRows: Rows = { table: 'classes', alias: 'c', item: classItem, joins: classJoins };
const userRows: Rows = { table: 'users', alias: 'u', item: userItem, joins: userJoins };
const bookRows: Rows = { table: 'textbooks', alias: 'b', item: bookItem, joins: bookJoins };
const unitRows: Rows = { table: 'lessons', alias: 'l', item: unitItem, joins: unitJoins };
const contentRows: Rows = { table: 'contents', alias: 'p', item: contentDetailItem, joins: contentJoins };
const schoolRows: Rows = { table: 'schools', alias: 'sc', item: schoolItem, joins: schoolJoins };

/** What other programs ask for: rows by their ids, and feeds of what changed. */
export function feedCases(ids: FloorIds, publicUrl: string): FloorCase[] {
  const { classIds, userIds, textbookIds, unitIds, contentIds, schoolIds } = ids;
  return [
    detailCase('classes by their ids', { path: '/Class/by-id', ...byIds(classRows, [publicUrl], classIds) }),
    detailCase('users by their ids', { path: '/User/by-id', ...byIds(userRows, [], userIds) }),
    detailCase('textbooks by their ids', { path: '/TextBook/by-id', ...byIds(bookRows, [publicUrl], textbookIds) }),
    detailCase('units by their ids', { path: '/Lesson/by-id', ...byIds(unitRows, [publicUrl], unitIds) }),
    detailCase('contents by their ids', { path: '/Content/by-id', ...byIds(contentRows, [publicUrl], contentIds) }),
    detailCase('schools by their ids', { path: '/School/by-id', ...byIds(schoolRows, [], schoolIds) }),
    listCase('changed classes', { path: '/Class/changes', text: feedOf(classRows), values: [publicUrl] }),
    listCase('changed users', { path: '/User/changes', text: feedOf(userRows, 'not service_account') }),
    listCase('changed textbooks', { path: '/TextBook/changes', text: feedOf(bookRows), values: [publicUrl] }),
  ];
}
