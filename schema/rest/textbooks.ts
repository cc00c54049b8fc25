import { z } from 'zod';
import { staffOf } from '../access.ts';
import { answered } from '../rules/plain-fields.ts';
import { textBookFields, textBookRules } from '../rules/textbooks.ts';
import { requestedIds } from './bulk.ts';
import { changesOf, changesQuery } from './changes.ts';
import { editedAndPublished } from './editing.ts';
import { operation } from './operation.ts';
import { notFound, printedLock, rulesOfInput } from './problems.ts';
import { connection, connectionOf, searchText, yesOrNo } from './paging.ts';
import { dateTime, fileLink, hashCode, id, idempotencyKey, idOf, lookedUp, qrCode, versionOf } from './values.ts';

/** A textbook by name, as pickers and rows show it. */
export const textBookName = z.object({
  id: idOf('textBook'),
  name: z.string(),
  shortCode: z.string(),
  thumbnail: fileLink.nullable(),
});

/** A textbook as those who write it see it; lists and detail share this shape. */
export const textBookDetail = textBookName.extend({
  hashCode,
  ...answered(textBookFields),
  /** In the school's own system. */
  externalId: z.string().nullable(),
  /** The id that the form sends back; `thumbnail` is a small version of the picture. */
  thumbnailId: id.nullable(),
  unitCount: z.int(),
  contentCount: z.int(),
  /** The classes that use the textbook. A textbook with classes cannot be deleted. */
  classCount: z.int(),
  /** The textbook's page for students. */
  urlLink: z.string(),
  /** The code to type instead of scanning; it never changes. */
  printedCode: z.string(),
  qrCode,
  ...editedAndPublished,
});
export type TextBookDetail = z.output<typeof textBookDetail>;

export const textBookSortFields = [
  'name',
  'shortCode',
  'unitCount',
  'contentCount',
  'classCount',
  'publishedAt',
  'createdAt',
] as const;
export type TextBookSortField = (typeof textBookSortFields)[number];

const access = staffOf('textbooks');
// Section 7 writes this one with a capital.
const params = z.object({ Id: idOf('textBook') });

export const textBooks = operation({
  name: 'textBooks',
  method: 'GET',
  path: '/TextBook',
  summary: 'Every textbook, drafts included, searched, filtered and paged, by name unless sorted.',
  limits: '100 rows to a page',
  access,
  query: z.object({
    SearchText: searchText,
    ExternalIds: lookedUp,
    /** Whole short codes, as children may type them. */
    ShortCodes: lookedUp,
    Published: yesOrNo.optional(),
    UpdatedSince: dateTime.optional(),
    ...connection(textBookSortFields),
  }),
  response: connectionOf(textBookDetail),
});

export const textBookChanges = operation({
  name: 'textBookChanges',
  method: 'GET',
  path: '/TextBook/changes',
  summary:
    'The textbooks, drafts included, that changed after a cursor, in the order of their last change, and which of them are deleted: a feed from which none is lost, however many change meanwhile. One that changes again comes again. Without a cursor it begins with all there are.',
  limits: '100 rows a call; a change is told of after 30 seconds, a deletion for 30 days',
  access,
  query: z.object(changesQuery),
  response: changesOf(textBookDetail),
});

export const allTextBooks = operation({
  name: 'allTextBooks',
  method: 'GET',
  path: '/TextBook/all',
  summary: 'Every published textbook, by name, for a picker of those who make classes.',
  access: staffOf('classes'),
  response: z.array(textBookName),
});

export const textBooksById = operation({
  name: 'textBooksById',
  method: 'GET',
  path: '/TextBook/by-id',
  summary: 'Textbooks by their ids, drafts included, in the order asked. One that is deleted or never was is left out.',
  limits: '100 ids',
  access,
  query: z.object({ Ids: requestedIds('textBook') }),
  response: z.array(textBookDetail),
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 ids' },
});

export const createTextBook = operation({
  name: 'createTextBook',
  method: 'POST',
  path: '/TextBook',
  summary:
    'Creates a textbook without units, published unless `published` is false. `shortCode` (at most 40 characters) is how children open it: one that differs from another only by case, width, spaces, dashes or look-alikes (O 0, I L 1) is taken.',
  access,
  body: textBookRules.safeExtend({ idempotencyKey }),
  response: textBookDetail,
  status: 201,
  problems: {
    400: rulesOfInput,
    409: "`messages.shortCodeExists` on `shortCode` when children could not tell it from another book's; `messages.externalIdExists` on `externalId` when another book has it",
  },
});

export const textBookById = operation({
  name: 'textBook',
  method: 'GET',
  path: '/TextBook/{Id}',
  summary: 'One textbook, a draft too.',
  access,
  params,
  response: textBookDetail,
  problems: { 404: '`messages.notFound` for one that is deleted or never was' },
});

export const updateTextBook = operation({
  name: 'updateTextBook',
  method: 'PUT',
  path: '/TextBook/{Id}',
  summary:
    'Replaces the fields of a textbook; an optional one that is left out stays as it is, and null or an empty text empties it. `version` is the one that was read; with an older one nothing is written. One of running classes does not become a draft.',
  access,
  params,
  body: textBookRules.safeExtend({ version: versionOf('textBook') }),
  response: textBookDetail,
  problems: {
    404: notFound,
    409: `\`messages.changedMeanwhile\` when \`version\` is old (\`name\` and \`when\` of the last change in \`messageValues\`), \`messages.shortCodeExists\` on \`shortCode\`, \`messages.externalIdExists\` on \`externalId\`, \`messages.textBookInUse\` on \`published\` when a textbook of running classes would become a draft (\`name\`, \`classes\` and \`classCount\` in \`messageValues\`), and on \`shortCode\` or \`published\` ${printedLock}`,
  },
});

export const deleteTextBook = operation({
  name: 'deleteTextBook',
  method: 'DELETE',
  path: '/TextBook/{Id}',
  summary: 'Puts a textbook with its units into the trash for 30 days. One that a class uses, running or not, stays.',
  access,
  params,
  problems: {
    404: notFound,
    409: `\`messages.couldNotDelete\` while a class uses it, running or not, with the book's \`name\`, the first ten \`classes\` and their \`classCount\` in \`messageValues\`; ${printedLock}`,
  },
});
