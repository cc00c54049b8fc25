import { z } from 'zod';
import { staffOf } from '../access.ts';
import { bulkIds } from './bulk.ts';
import { classDetail } from './classes.ts';
import { operation } from './operation.ts';
import { textBookName } from './textbooks.ts';
import { staffMember } from './users.ts';
import { date, id, idempotencyKey, idOf, requiredText } from './values.ts';

/** The parts that a copy includes; book, dates and name are always included. */
const include = z
  .object({
    mainTeacher: z.boolean().default(true),
    secondaryTeachers: z.boolean().default(true),
    schoolAdministrator: z.boolean().default(true),
    /** The profiles join the copy; their posts stay in the source. */
    students: z.boolean().default(false),
    /** Whether posts wait for approval; by default as in a new class. */
    approvalRequired: z.boolean().default(true),
  })
  .prefault({});

/** A difference between the copy and its source. */
export const copyProblem = z.object({
  /** The field of a class as `createClass` names it. */
  field: z.string(),
  messageKey: z.string(),
  /** The person who cannot be included. */
  person: staffMember.nullable(),
  /** The copy cannot be made at all. */
  blocks: z.boolean(),
});
export type CopyProblem = z.output<typeof copyProblem>;

/** A planned or a finished copy. */
export const classCopy = z.object({
  sourceId: id,
  className: z.string(),
  textBook: textBookName.nullable(),
  startDate: z.string(),
  endDate: z.string(),
  mainTeacher: staffMember.nullable(),
  schoolAdministrator: staffMember.nullable(),
  secondaryTeachers: z.array(staffMember),
  approvalRequired: z.boolean(),
  /** The number of included profiles. */
  studentCount: z.int(),
  problems: z.array(copyProblem),
  /** The new class; null in a dry run. */
  class: classDetail.nullable(),
});
export type ClassCopy = z.output<typeof classCopy>;

const access = staffOf('classes');
const dryRun = z.boolean().default(false);

export const copyClass = operation({
  name: 'copyClass',
  method: 'POST',
  path: '/Class/{id}/copy',
  summary:
    'Makes a new, active class after another: with codes of its own, a year later unless dates are given, the year in its name moved on. Rules and scope are those of `createClass`. People who can no longer be put on a class are left out and named in `problems`; a textbook that is not available blocks the copy. `dryRun` answers what would be made and writes nothing. Deleting the copy undoes it.',
  access,
  whose: 'those who see the class',
  params: z.object({ id: idOf('class') }),
  body: z.object({
    include,
    className: requiredText(200, 'messages.classNameRequire').optional(),
    textBookId: idOf('textBook').optional(),
    startDate: date.optional(),
    endDate: date.optional(),
    dryRun,
    idempotencyKey,
  }),
  response: classCopy,
  problems: {
    400: 'when something blocks the copy, by field, such as `messages.textBookNotAvailable` on `textBookId`; a dry run tells that in `problems`',
    404: '`messages.notFound` for a class, or for the copy of an earlier call with the key, that is not there or not seen',
  },
});

export const copyClasses = operation({
  name: 'copyClasses',
  method: 'POST',
  path: '/Class/copy',
  summary:
    'Does what `copyClass` does for several classes in one transaction: all are copied, or none; in the order asked. `years` says how much later.',
  limits: '100 classes',
  access,
  whose: 'those who see all of the classes',
  body: z.object({
    ids: bulkIds('class').max(100, { error: 'messages.tooManyAtOnce' }),
    include,
    years: z.int().min(1).max(10).default(1),
    dryRun,
    idempotencyKey,
  }),
  response: z.object({ copies: z.array(classCopy) }),
  problems: {
    400: 'when something blocks a copy, by `copies.<place from 0>.<field>`',
    404: '`messages.notFound` when one of them is not there, or a copy of an earlier call with the key',
  },
});
