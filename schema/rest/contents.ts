import { z } from 'zod';
import { staffOf } from '../access.ts';
import { contentFields, contentRules } from '../rules/contents.ts';
import { answered } from '../rules/plain-fields.ts';
import { requestedIds } from './bulk.ts';
import { editedAndPublished } from './editing.ts';
import { contentBrief, lessonDetail } from './lessons.ts';
import { operation } from './operation.ts';
import { changedMeanwhile, notFound, printedLock, rulesOfInput } from './problems.ts';
import { connection, connectionOf, searchText } from './paging.ts';
import { fileLink, id, idempotencyKey, idOf, idsInOrder, pagePicture, qrCode, versionOf } from './values.ts';

/** A content as those who write it see it; lists and detail share this shape. */
export const contentDetail = contentBrief.extend({
  id: idOf('content'),
  lessonId: idOf('lesson'),
  unit: lessonDetail.pick({ id: true, hashCode: true, number: true, title: true, name: true }),
  textBook: lessonDetail.shape.textBook,
  /** Its place among the contents of its unit, from 1. */
  order: z.int(),
  ...answered(contentFields),
  /** The id that the form sends back; `thumbnail` is a small version of the picture. */
  pageImageId: id.nullable(),
  pageImage: pagePicture.nullable(),
  /** `https://www.youtube.com/watch?v=…`, rebuilt from the sent link. */
  youtubeLink: z.string().nullable(),
  /** `https://wordwall.net/…`, rebuilt from the sent link. */
  wordwallLink: z.string().nullable(),
  audioId: id.nullable(),
  /** The model sound of a recording, or music of one's own. */
  audio: fileLink.nullable(),
  /** The number of Push-and-Listen items. */
  itemCount: z.int(),
  /** The link in the QR code: the content's page for students. */
  urlLink: z.string(),
  /** The code to type instead of scanning, printed beneath the QR code; it never changes. */
  printedCode: z.string(),
  qrCode,
  ...editedAndPublished,
});
export type ContentDetail = z.output<typeof contentDetail>;

export const contentSortFields = ['order', 'pageNumber', 'name', 'type', 'publishedAt', 'createdAt'] as const;
export type ContentSortField = (typeof contentSortFields)[number];

const access = staffOf('textbooks');
const params = z.object({ id: idOf('content') });

const needs =
  'Read, Push and Listen and Record need `pageImageId`, Video `youtubeLink`, Music that or `audioId`, Game `wordwallLink`. Links are taken in any form that YouTube and Wordwall hand out, embed snippets too, and kept as rebuilt from their ids.';

export const contents = operation({
  name: 'contents',
  method: 'GET',
  path: '/Content',
  summary: 'The contents of a unit, drafts included, searched and paged; in their order unless sorted.',
  limits: '100 rows to a page',
  access,
  query: z.object({ LessonId: idOf('lesson'), SearchText: searchText, ...connection(contentSortFields) }),
  response: connectionOf(contentDetail),
  problems: { 404: '`messages.notFound` without the unit' },
});

export const contentsById = operation({
  name: 'contentsById',
  method: 'GET',
  path: '/Content/by-id',
  summary:
    'Contents, drafts included, by their ids, in the order asked. One that is deleted, with its unit or textbook too, or never was is left out.',
  limits: '100 ids',
  access,
  query: z.object({ Ids: requestedIds('content') }),
  response: z.array(contentDetail),
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 ids' },
});

export const createContent = operation({
  name: 'createContent',
  method: 'POST',
  path: '/Content',
  summary: `Creates a content at the end of its unit, with a hash code and a QR code of its own; it is published unless \`published\` is false. ${needs}`,
  access,
  body: contentRules.safeExtend({ lessonId: idOf('lesson'), idempotencyKey }),
  response: contentDetail,
  status: 201,
  problems: { 400: rulesOfInput },
});

export const contentById = operation({
  name: 'content',
  method: 'GET',
  path: '/Content/{id}',
  summary: 'One content, a draft too.',
  access,
  params,
  response: contentDetail,
  problems: { 404: '`messages.notFound` for one that is deleted, with its unit or textbook too, or never was' },
});

export const updateContent = operation({
  name: 'updateContent',
  method: 'PUT',
  path: '/Content/{id}',
  summary: `Replaces the fields of a content; its hash code, QR code and place stay. An optional field that is left out stays as it is, and null or an empty text empties it. \`version\` is the one that was read; with an older one nothing is written. ${needs}`,
  access,
  params,
  body: contentRules.safeExtend({ version: versionOf('content') }),
  response: contentDetail,
  problems: {
    400: rulesOfInput,
    404: notFound,
    409: `${changedMeanwhile}; on \`pageNumber\` or \`published\` ${printedLock}`,
  },
});

export const updateContentsOrder = operation({
  name: 'updateContentsOrder',
  method: 'PUT',
  path: '/Content/update-contents-order',
  summary:
    "Puts the contents of a unit into the order of `contentIds`: all of them, each once. `version` is the unit's as it was read; with an older one nothing is written. Answers the unit with its new version.",
  limits: '2,000 contents',
  access,
  body: z.object({ lessonId: idOf('lesson'), contentIds: idsInOrder('content'), version: versionOf('lesson') }),
  response: lessonDetail,
  problems: {
    400: '`messages.orderIncomplete` on `contentIds` unless every content is there, once',
    404: notFound,
    409: changedMeanwhile,
  },
});

export const deleteContent = operation({
  name: 'deleteContent',
  method: 'DELETE',
  path: '/Content/{id}',
  summary: 'Puts a content into the trash for 30 days; its printed code opens nothing until it is restored.',
  access,
  params,
  problems: { 404: '`messages.notFound`, the second time too', 409: printedLock },
});
