import { z } from 'zod';
import { anyone, staffOf } from '../access.ts';
import { lessonFields, lessonRules } from '../rules/lessons.ts';
import { answered } from '../rules/plain-fields.ts';
import { requestedIds } from './bulk.ts';
import { editedAndPublished } from './editing.ts';
import { contentType } from './enumerations.ts';
import { operation } from './operation.ts';
import { changedMeanwhile, notFound, printedLock, rulesOfInput, tooManyCodes, unknownCode } from './problems.ts';
import { connection, connectionOf, searchText } from './paging.ts';
import { textBookDetail } from './textbooks.ts';
import { fileLink, hashCode, hashCodeOf, id, idempotencyKey, idOf, idsInOrder, versionOf } from './values.ts';

/** A unit (lesson) as a list shows it. `number` is the printed one. */
export const lessonBrief = z.object({
  id,
  hashCode,
  number: z.int(),
  title: z.string(),
  name: z.string(),
  languageFocus: z.string(),
  phonics: z.string(),
  contentCount: z.int(),
});
export type LessonBrief = z.output<typeof lessonBrief>;

/** A content as a unit's list shows it; `thumbnail` is a small picture of its page. */
export const contentBrief = z.object({
  id,
  hashCode,
  type: contentType,
  pageNumber: z.int(),
  name: z.string(),
  thumbnail: fileLink.nullable(),
});

/** A content in a list of a unit or a class, with the unit it belongs to. */
export const contentCard = contentBrief.extend({ unitId: id });
export type ContentCard = z.output<typeof contentCard>;

/** A unit as those who write it see it; lists and detail share this shape. */
export const lessonDetail = lessonBrief.extend({
  id: idOf('lesson'),
  textBookId: idOf('textBook'),
  textBook: textBookDetail.pick({ id: true, hashCode: true, name: true, shortCode: true }),
  /** Its place among the units of its textbook, from 1. */
  order: z.int(),
  ...answered(lessonFields),
  /** The unit's page for students. */
  urlLink: z.string(),
  /** The code to type instead of scanning; it never changes. */
  printedCode: z.string(),
  ...editedAndPublished,
});
export type LessonDetail = z.output<typeof lessonDetail>;

export const lessonSortFields = [
  'order',
  'number',
  'title',
  'name',
  'contentCount',
  'publishedAt',
  'createdAt',
] as const;
export type LessonSortField = (typeof lessonSortFields)[number];

const access = staffOf('textbooks');
const params = z.object({ id: idOf('lesson') });

export const lessonContents = operation({
  name: 'lessonContents',
  method: 'GET',
  path: '/Lesson/contents',
  summary: "A unit's published contents in printed order, by the unit's hash code.",
  access: anyone,
  whose: 'the code opens it',
  query: z.object({ hashCode: hashCodeOf('lesson') }),
  response: z.array(contentCard),
  problems: { 404: unknownCode, 429: tooManyCodes },
});

export const textBookUnits = operation({
  name: 'textBookUnits',
  method: 'GET',
  path: '/TextBook/unit',
  summary: 'The units of a textbook, drafts included, searched and paged; in their order unless sorted.',
  limits: '100 rows to a page',
  access,
  query: z.object({ TextbookId: idOf('textBook'), SearchText: searchText, ...connection(lessonSortFields) }),
  response: connectionOf(lessonDetail),
  problems: { 404: '`messages.notFound` without the textbook' },
});

export const lessonsById = operation({
  name: 'lessonsById',
  method: 'GET',
  path: '/Lesson/by-id',
  summary:
    'Units, drafts included, by their ids, in the order asked. One that is deleted, with its textbook too, or never was is left out.',
  limits: '100 ids',
  access,
  query: z.object({ Ids: requestedIds('lesson') }),
  response: z.array(lessonDetail),
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 ids' },
});

export const createLesson = operation({
  name: 'createLesson',
  method: 'POST',
  path: '/Lesson',
  summary:
    'Creates a unit at the end of its textbook, published unless `published` is false. `number` is the printed one, 0 to 9999.',
  access,
  body: lessonRules.safeExtend({ textBookId: idOf('textBook'), idempotencyKey }),
  response: lessonDetail,
  status: 201,
  problems: { 400: rulesOfInput },
});

export const lessonById = operation({
  name: 'lesson',
  method: 'GET',
  path: '/Lesson/{id}',
  summary: 'One unit, a draft too.',
  access,
  params,
  response: lessonDetail,
  problems: { 404: '`messages.notFound` for one that is deleted, with its textbook too, or never was' },
});

export const lessonBriefById = operation({
  name: 'lessonBrief',
  method: 'GET',
  path: '/Lesson/{id}/brief',
  summary: 'What stands above the pages of a unit: its number, title, name and textbook, and how many contents it has.',
  access,
  params,
  response: lessonDetail.pick({
    id: true,
    hashCode: true,
    order: true,
    number: true,
    title: true,
    name: true,
    textBook: true,
    contentCount: true,
    version: true,
  }),
  problems: { 404: '`messages.notFound` for one that is deleted, with its textbook too, or never was' },
});

export const updateLesson = operation({
  name: 'updateLesson',
  method: 'PUT',
  path: '/Lesson/{id}',
  summary:
    'Replaces the fields of a unit; its code and its place stay. An optional field that is left out stays as it is, and null or an empty text empties it. `version` is the one that was read; with an older one nothing is written.',
  access,
  params,
  body: lessonRules.safeExtend({ version: versionOf('lesson') }),
  response: lessonDetail,
  problems: { 404: notFound, 409: `${changedMeanwhile}; on \`number\` or \`published\` ${printedLock}` },
});

export const updateLessonsOrder = operation({
  name: 'updateLessonsOrder',
  method: 'PUT',
  path: '/Lesson/update-lessons-order',
  summary:
    "Puts the units of a textbook into the order of `lessonIds`: all of them, each once. `version` is the textbook's as it was read; with an older one nothing is written. Answers the textbook with its new version.",
  limits: '2,000 units',
  access,
  body: z.object({ textBookId: idOf('textBook'), lessonIds: idsInOrder('lesson'), version: versionOf('textBook') }),
  response: textBookDetail,
  problems: {
    400: '`messages.orderIncomplete` on `lessonIds` unless every unit is there, once',
    404: notFound,
    409: changedMeanwhile,
  },
});

export const deleteLesson = operation({
  name: 'deleteLesson',
  method: 'DELETE',
  path: '/Lesson/{id}',
  summary:
    'Puts a unit with its contents into the trash for 30 days; restored, it has its place back, or the last one after a change of the order.',
  access,
  params,
  problems: { 404: '`messages.notFound`, the second time too', 409: printedLock },
});
