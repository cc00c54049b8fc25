import { z } from 'zod';
import { anyone, studentOnly } from '../access.ts';
import { animals } from '../rules/profile-name.ts';
import { classStatus, ContentType, contentType, fromQuery } from './enumerations.ts';
import { contentBrief, contentCard, lessonBrief } from './lessons.ts';
import { type Entity, means } from './meanings.ts';
import { operation } from './operation.ts';
import * as when from './problems.ts';
import { date, fileLink, hashCode, hashCodeOf, id, idOf, pagePicture, trimmedText } from './values.ts';

export const animal = z.enum(animals);

const byHashCodeOf = (entity: Entity, field?: string) => z.object({ hashCode: hashCodeOf(entity, field) });

/** A textbook as a child sees it. */
export const studentTextBook = z.object({
  id,
  hashCode,
  name: z.string(),
  shortCode: z.string(),
  description: z.string(),
  thumbnail: fileLink.nullable(),
});

/** The textbook's values on the pages that belong to it. */
const namedTextBook = studentTextBook.pick({ id: true, hashCode: true, name: true, shortCode: true });

/** A class as a child sees it: no teacher, no administrator, and no code except the code that the child entered. */
export const studentClass = z.object({
  id,
  classHashCode: hashCode,
  className: z.string(),
  status: classStatus,
  startDate: date,
  endDate: date,
  /** True when the class is inactive or its last day has passed in the school's time zone. */
  completed: z.boolean(),
  textBook: studentTextBook,
});

/** A Push-and-Listen item; `spot` is its place on the page picture in percent, or null for the list alone. */
export const pushAndListenItem = z.object({
  id,
  name: z.string(),
  audio: fileLink,
  spot: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
});

/** A content as the player needs it, with its neighbours in printed order. */
export const studentContent = contentBrief.extend({
  description: z.string(),
  pageImage: pagePicture.nullable(),
  youtubeLink: z.string().nullable(),
  wordwallLink: z.string().nullable(),
  audio: fileLink.nullable(),
  unit: lessonBrief.pick({ id: true, hashCode: true, number: true, name: true }),
  textBook: namedTextBook,
  previousHashCode: hashCode.nullable(),
  nextHashCode: hashCode.nullable(),
});

const previewed = 'An administrator’s own session sees drafts too, which is how they are previewed.';

export const studentContentByCode = operation({
  name: 'studentContent',
  method: 'GET',
  path: '/Student/content',
  summary: `A published content by its hash code, with its neighbours in the printed book. ${previewed}`,
  ...when.openedByCode,
  query: byHashCodeOf('content'),
  response: studentContent,
});

export const contentDetails = operation({
  name: 'contentDetails',
  method: 'GET',
  path: '/Student/content-details',
  summary: `What a published content is, and in which class the calling profile meets it: one that uses its book. Without a profile token, or in no such class, the class is null. ${previewed}`,
  ...when.openedByCode,
  whose: "the code opens it; a profile's token tells whose classes",
  query: byHashCodeOf('content'),
  response: z.object({ classHashCode: hashCode.nullable(), type: contentType }),
});

export const studentPushAndListen = operation({
  name: 'studentPushAndListen',
  method: 'GET',
  path: '/Student/push-listen/{id}',
  summary: `The Push and Listen items of a published content, in their order; none for other types. \`id\` is the content's. ${previewed}`,
  access: anyone,
  params: z.object({ id: idOf('content') }),
  response: z.array(pushAndListenItem),
  problems: { 404: '`messages.notFound` for a content that students do not see', 429: when.tooManySuch },
  names: { id: 'contentId' },
});

export const classHashCode = operation({
  name: 'classHashCode',
  method: 'GET',
  path: '/Student/class-hash-code/{id}',
  summary:
    'The current hash code of a class that the calling profile has joined. After a new one was made, it is `messages.classHasNewCode` until the profile has entered by the new one.',
  access: studentOnly,
  params: z.object({ id: idOf('class') }),
  response: z.object({ classHashCode: hashCode }),
  problems: {
    404: '`messages.notFound` for a class that it has not joined',
    409: '`messages.classHasNewCode` when it came by a code that the class has no more',
    429: when.tooManySuch,
  },
  names: { id: 'classId' },
});

export const studentClassByCode = operation({
  name: 'studentClass',
  method: 'GET',
  path: '/Student/class-detail',
  summary: 'A class by its hash code, a completed one too; none whose textbook is a draft.',
  ...when.openedByCode,
  query: byHashCodeOf('class', 'classHashCode'),
  response: studentClass,
});

export const studentClassStatus = operation({
  name: 'studentClassStatus',
  method: 'GET',
  path: '/Student/class-status',
  summary: 'Whether a class that uses the textbook still runs.',
  access: anyone,
  query: z.object({ TextBookId: idOf('textBook'), ClassId: idOf('class') }),
  response: studentClass.pick({ status: true, completed: true }),
  problems: {
    404: '`messages.notFound` for unknown ids, and for a class that uses another textbook',
    429: when.tooManySuch,
  },
});

export const studentContents = operation({
  name: 'studentContents',
  method: 'GET',
  path: '/Student/contents',
  summary:
    "The published contents of a class's textbook in printed order, of one unit or one type where given; none when the class is completed.",
  ...when.openedByCode,
  query: z.object({
    ClassHashCode: hashCodeOf('class', 'classHashCode'),
    UnitId: idOf('lesson').optional(),
    ContentType: fromQuery(ContentType).optional(),
  }),
  response: z.array(contentCard),
  names: { ContentType: 'type' },
});

export const studentLessonName = operation({
  name: 'studentLessonName',
  method: 'GET',
  path: '/Student/lessons/name',
  summary: "The number and names of a published unit, and its textbook, by the unit's hash code.",
  ...when.openedByCode,
  query: byHashCodeOf('lesson'),
  response: lessonBrief.extend({ textBook: namedTextBook }),
});

export const studentTextBookByCode = operation({
  name: 'studentTextBook',
  method: 'GET',
  path: '/Student/textbook-detail',
  summary: 'A published textbook by its hash code.',
  ...when.openedByBookCode,
  query: byHashCodeOf('textBook'),
  response: studentTextBook,
});

export const textBookHashCode = operation({
  name: 'textBookHashCode',
  method: 'GET',
  path: '/Student/get-textbook-hash-code',
  summary:
    'The hash code of the published textbook with this short code. Width, case, spaces, dashes and look-alikes (O 0, I L 1) do not matter; `typedCode` reads the codes of pages too.',
  access: anyone,
  query: z.object({ shortCode: means(trimmedText(40).min(1), { entity: 'textBook', field: 'shortCode' }) }),
  response: z.object({ hashCode }),
  problems: { 404: when.unknownBook, 429: 'after 60 unknown codes a minute from one address, then for right ones too' },
});

export const studentLessons = operation({
  name: 'studentLessons',
  method: 'GET',
  path: '/Student/lessons-by-short-name',
  summary: "The published units of a textbook in printed order, by the book's hash code.",
  ...when.openedByBookCode,
  query: byHashCodeOf('textBook'),
  response: z.array(lessonBrief),
});
