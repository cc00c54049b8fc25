import { z } from 'zod';
import { anyone, staffOf } from '../access.ts';
import { classFields, classRules } from '../rules/classes.ts';
import { answered } from '../rules/plain-fields.ts';
import { changesOf, changesQuery } from './changes.ts';
import { requestedIds } from './bulk.ts';
import { edited } from './editing.ts';
import { ClassStatus, fromQuery } from './enumerations.ts';
import { lessonBrief } from './lessons.ts';
import { operation } from './operation.ts';
import { changedMeanwhile, notFound, rulesOfInput, tooManyCodes, unknownCode } from './problems.ts';
import { connection, connectionOf, searchText } from './paging.ts';
import { schoolName } from './schools.ts';
import { textBookName } from './textbooks.ts';
import { classStaff } from './users.ts';
import {
  date,
  dateTime,
  fileLink,
  hashCode,
  hashCodeOf,
  id,
  idempotencyKey,
  idOf,
  lookedUp,
  versionOf,
} from './values.ts';

/** A class as staff see it; lists and detail share this shape, so no row needs a second call. */
export const classDetail = z.object({
  id: idOf('class'),
  classCode: z.string(),
  classHashCode: hashCode,
  ...answered(classFields),
  /** In the school's own system. */
  externalId: z.string().nullable(),
  textBook: textBookName,
  mainTeacher: classStaff.nullable(),
  schoolAdministrator: classStaff.nullable(),
  /** The school that it belongs to; null without a school administrator. */
  school: schoolName.nullable(),
  secondaryTeachers: z.array(classStaff),
  /** Those of the three above whose account is not active: they keep their place and cannot sign in. */
  inactiveStaffIds: z.array(id),
  approvalRequired: z.boolean(),
  studentCount: z.int(),
  /** The last day of its own codes. After it, the class takes over those of its class of the year before. Null: they stay. */
  codesUntil: date.nullable(),
  /** The link in the QR code: the class's page for students. */
  urlLink: z.string(),
  communityLink: z.string(),
  qrCode: z.object({ svg: fileLink, png: fileLink }),
  ...edited,
});
export type ClassDetail = z.output<typeof classDetail>;

export const classSortFields = [
  'className',
  'classCode',
  'textBook',
  'startDate',
  'endDate',
  'status',
  'mainTeacher',
  'createdAt',
] as const;
export type ClassSortField = (typeof classSortFields)[number];

const access = staffOf('classes');
const params = z.object({ id: idOf('class') });

const schoolYear = z.coerce.number<string>().int().min(1900).max(2200);

export const classes = operation({
  name: 'classes',
  method: 'GET',
  path: '/Class',
  summary: 'The classes the caller may see, searched, filtered and paged, the newest first unless sorted.',
  limits: '100 rows to a page; as many sort criteria as there are fields',
  access,
  whose:
    'a SchoolOwner the classes of their schools, a Teacher those where they are main or secondary teacher, the others all',
  query: z.object({
    ClassStatus: z.array(fromQuery(ClassStatus)).default([]),
    TeacherId: idOf('teacher').optional(),
    TextBookId: idOf('textBook').optional(),
    SchoolId: idOf('school').optional(),
    /** The year it begins in; classes of which a day is in it, 1 April to 31 March. */
    SchoolYear: schoolYear.optional(),
    SearchText: searchText,
    ExternalIds: lookedUp,
    /** Whole class codes, whatever their letter case. */
    ClassCodes: lookedUp,
    UpdatedSince: dateTime.optional(),
    ...connection(classSortFields),
  }),
  response: connectionOf(classDetail),
});

export const classChanges = operation({
  name: 'classChanges',
  method: 'GET',
  path: '/Class/changes',
  summary:
    'The classes the caller may see that changed after a cursor, in the order of their last change, and which of them are deleted: a feed from which none is lost, however many change meanwhile. One that changes again comes again. Without a cursor it begins with all there are. One that comes into the sight of the caller comes too; one that leaves it is not told of, but `classesById` leaves it out. A caller who comes to own another school begins without a cursor again.',
  limits: '100 rows a call; a change is listed after 30 seconds, a deletion for 30 days',
  access,
  whose: 'as in `classes`',
  query: z.object(changesQuery),
  response: changesOf(classDetail),
});

export const classesById = operation({
  name: 'classesById',
  method: 'GET',
  path: '/Class/by-id',
  summary:
    'Classes by their ids, in the order asked. One that the caller does not see, that is deleted or never was is left out.',
  limits: '100 ids',
  access,
  whose: 'as in `classes`',
  query: z.object({ Ids: requestedIds('class') }),
  response: z.array(classDetail),
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 ids' },
});

export const allClasses = operation({
  name: 'allClasses',
  method: 'GET',
  path: '/Class/all',
  summary: 'Id, code and name of the classes the caller may see, by name, for a picker.',
  limits: 'the first 500; `classes` searches them all',
  access,
  whose: 'as in `classes`',
  response: z.array(classDetail.pick({ id: true, classCode: true, className: true })),
});

export const newClassCode = operation({
  name: 'newClassCode',
  method: 'GET',
  path: '/Class/get-class-code',
  summary: 'A class code nobody uses yet, 8 characters that do not look like one another; it is not reserved.',
  access,
  response: z.object({ classCode: z.string() }),
});

export const classUnits = operation({
  name: 'classUnits',
  method: 'GET',
  path: '/Class/units',
  summary: "The published units of the class's textbook, in printed order; none when the class is completed.",
  access: anyone,
  whose: 'the code opens it',
  query: z.object({ classHashCode: hashCodeOf('class', 'classHashCode') }),
  response: z.array(lessonBrief),
  problems: { 404: unknownCode, 429: tooManyCodes },
});

export const createClass = operation({
  name: 'createClass',
  method: 'POST',
  path: '/Class',
  summary: 'Creates a class with a class code, a hash code and a QR code of its own.',
  access,
  body: classRules.safeExtend({
    classCode: z
      .string()
      .regex(/^[A-Z0-9]{4,12}$/, { error: 'messages.invalidValue' })
      .optional(),
    idempotencyKey,
  }),
  response: classDetail,
  status: 201,
  problems: {
    400: rulesOfInput,
    409: '`messages.classCodeExists` on `classCode` or `messages.externalIdExists` on `externalId` when another class has it',
  },
});

export const classById = operation({
  name: 'class',
  method: 'GET',
  path: '/Class/{id}',
  summary: 'One class.',
  access,
  whose: 'as in `classes`',
  params,
  response: classDetail,
  problems: { 404: '`messages.notFound` for one that the caller does not see, that is deleted or never was' },
});

export const updateClass = operation({
  name: 'updateClass',
  method: 'PUT',
  path: '/Class/{id}',
  summary:
    'Replaces the fields of a class; an optional one that is left out stays as it is, and null or an empty text empties it. `version` is the one that was read; with an older one nothing is written.',
  access,
  whose: 'those who see the class',
  params,
  body: classRules.safeExtend({ version: versionOf('class') }),
  response: classDetail,
  problems: {
    400: rulesOfInput,
    404: notFound,
    409: `${changedMeanwhile}; \`messages.externalIdExists\` on \`externalId\` when another class has it`,
  },
});

export const regenerateClassQrCode = operation({
  name: 'regenerateClassQrCode',
  method: 'PUT',
  path: '/Class/{id}/regenerate-qrcode',
  summary:
    'Gives the class a new hash code, QR code and class code; the old ones, printed ones too, open nothing from then on. Students who have joined stay; their devices learn the new one only by showing it once, so that a stranger does not. With `version`, the one that was read, an older one changes nothing.',
  access,
  whose: 'those who see the class',
  params,
  body: z.object({ version: versionOf('class').optional() }),
  response: classDetail,
  problems: { 404: notFound, 409: changedMeanwhile },
});

export const deleteClass = operation({
  name: 'deleteClass',
  method: 'DELETE',
  path: '/Class/{id}',
  summary:
    'Puts a class into the trash, from where it can be restored for 30 days with its students and their posts. Its pages, codes and media links answer like unknown ones at once. Whoever may change a class may delete it.',
  access,
  whose: 'those who see the class',
  params,
  problems: { 404: '`messages.notFound`, the second time too' },
});
