import {
  counted,
  detailCase,
  firstTwenty,
  type FloorCase,
  type FloorIds,
  listCase,
  newest,
  notDeleted,
  one,
  page,
} from './floor-case.ts';
import {
  bookItem,
  bookJoins,
  classItem,
  classJoins,
  contentDetailItem,
  contentJoins,
  profileItem,
  unitItem,
  unitJoins,
  userItem,
  userJoins,
} from './floor-items.ts';
import { list, object, smallPicture } from './floor-json.ts';

const classPage = (where: string): string =>
  page(`from ${firstTwenty('classes', where, newest)} as c ${classJoins}`, classItem, {
    order: 'c.created_at desc, c.id desc',
    count: counted('classes', where),
  });

const pageInOrder = (
  item: string,
  { rows, table, where }: { rows: (first: string) => string; table: string; where: string },
) => {
  const alias = table === 'lessons' ? 'l' : 'p';
  return page(`from ${rows(firstTwenty(table, where, 'position, id'))}`, item, {
    order: `${alias}.position, ${alias}.id`,
    count: counted(table, where),
  });
};

/** The lists and details of people, classes and textbooks; `publicUrl` is the product's address. */
export function staffCases(ids: FloorIds, publicUrl: string): FloorCase[] {
  const { classId, textbookId, userId, unitId, contentId } = ids;
  const taught = `${notDeleted} and (main_teacher_id = $2 or exists (
    select from class_secondary_teachers st where st.class_id = classes.id and st.teacher_id = $2))`;
  return [
    listCase('classes', { path: '/Class', text: classPage(notDeleted), values: [publicUrl] }),
    listCase("a teacher's classes", {
      path: '/Class',
      query: { TeacherId: userId },
      text: classPage(taught),
      values: [publicUrl, userId],
    }),
    listCase('all classes', {
      path: '/Class/all',
      text: one(
        list(object({ id: 'id', classCode: 'class_code', className: 'class_name' }), 'lower(class_name), id'),
        `from classes where ${notDeleted}`,
      ),
    }),
    listCase('users', {
      path: '/User',
      text: page(
        `from ${firstTwenty('users', `${notDeleted} and not service_account`, newest)} as u ${userJoins}`,
        userItem,
        {
          order: 'u.created_at desc, u.id desc',
          count: counted('users', `${notDeleted} and not service_account`),
        },
      ),
    }),
    listCase('textbooks', {
      path: '/TextBook',
      text: page(`from ${firstTwenty('textbooks', notDeleted, 'lower(name), id')} as b ${bookJoins}`, bookItem, {
        order: 'lower(b.name), b.id',
        count: counted('textbooks'),
      }),
      values: [publicUrl],
    }),
    listCase('all textbooks', {
      path: '/TextBook/all',
      text: one(
        list(
          object({ id: 'b.id', name: 'b.name', shortCode: 'b.short_code', thumbnail: smallPicture('m') }),
          'lower(b.name), b.id',
        ),
        `from textbooks b left join media m on m.id = b.thumbnail_media_id where b.${notDeleted} and b.published_at is not null`,
      ),
    }),
    listCase('units of a textbook', {
      path: '/TextBook/unit',
      query: { TextbookId: textbookId },
      text: pageInOrder(unitItem, {
        rows: (first) => `${first} as l ${unitJoins}`,
        ...{ table: 'lessons', where: `textbook_id = $2 and ${notDeleted}` },
      }),
      values: [publicUrl, textbookId],
    }),
    listCase('contents of a unit', {
      path: '/Content',
      query: { LessonId: unitId },
      text: pageInOrder(contentDetailItem, {
        rows: (first) => `${first} as p ${contentJoins}`,
        ...{ table: 'contents', where: `lesson_id = $2 and ${notDeleted}` },
      }),
      values: [publicUrl, unitId],
    }),
    listCase('profiles of a class', {
      path: `/Class/${classId}/profiles`,
      text: page(
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
      values: [classId, publicUrl],
    }),
    detailCase('a class', {
      path: `/Class/${classId}`,
      text: one(classItem, `from classes c ${classJoins} where c.id = $2 and c.${notDeleted}`),
      values: [publicUrl, classId],
    }),
    detailCase('a user', {
      path: `/User/${userId}`,
      text: one(userItem, `from users u ${userJoins} where u.id = $1 and u.${notDeleted}`),
      values: [userId],
    }),
    detailCase('a textbook', {
      path: `/TextBook/${textbookId}`,
      text: one(bookItem, `from textbooks b ${bookJoins} where b.id = $2 and b.${notDeleted}`),
      values: [publicUrl, textbookId],
    }),
    detailCase('a unit', {
      path: `/Lesson/${unitId}`,
      text: one(unitItem, `from lessons l ${unitJoins} where l.id = $2 and l.${notDeleted} and b.${notDeleted}`),
      values: [publicUrl, unitId],
    }),
    detailCase('a content', {
      path: `/Content/${contentId}`,
      text: one(
        contentDetailItem,
        `from contents p ${contentJoins}
          where p.id = $2 and p.${notDeleted} and l.${notDeleted} and b.${notDeleted}`,
      ),
      values: [publicUrl, contentId],
    }),
  ];
}
