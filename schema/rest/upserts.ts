import { z } from 'zod';
import { roles, staffOf } from '../access.ts';
import { languages } from '../languages.ts';
import { means } from './meanings.ts';
import { operation } from './operation.ts';
import { id } from './values.ts';

/** The outcome of a row: it was created, changed, unchanged, or refused. */
export const upsertOutcomes = ['created', 'updated', 'unchanged', 'refused'] as const;

/** The maximum of rows in one call, which has to end in time. */
export const mostUpserts = 100;

/** The result of each row in the requested order, and how many there are of each outcome. */
export const upsertResults = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  results: z.array(
    z.object({
      externalId: z.string(),
      /** Null for a refused row that is new, or that the caller does not see. */
      id: id.nullable(),
      outcome: z.enum(upsertOutcomes),
      /** Why it was refused. */
      messageKey: z.string().nullable(),
      /** The faults of the row's values, by the row's field names. */
      faults: z.array(z.object({ field: z.string(), messageKeys: z.array(z.string()) })),
    }),
  ),
});
export type UpsertResults = z.output<typeof upsertResults>;

// The rules are each row's own: one bad value must not refuse the others.
const externalId = means(z.string({ error: 'messages.invalidValue' }), { text: 'externalId' });
const email = means(z.string(), { text: 'email' });
const phoneNumber = means(z.string(), { text: 'phoneNumber' });
const day = means(z.string(), { text: 'day' });
const textBookId = means(z.string(), { entity: 'textBook' });

const rowsOf = <Row extends z.ZodObject>(row: Row) =>
  z
    .array(row, { error: 'messages.invalidValue' })
    .min(1, { error: 'messages.invalidValue' })
    .max(mostUpserts, { error: 'messages.tooManyAtOnce' });

export const userRow = z.object({
  externalId,
  /** Ignored for a person who has set a password. */
  email,
  firstName: z.string(),
  lastName: z.string(),
  /** Left out, the role stays; a new person is a teacher. */
  role: z.enum(roles).nullish(),
  phoneNumber: phoneNumber.nullish(),
  language: z.enum(languages).nullish(),
});
export type UserRow = z.output<typeof userRow>;

/** A row names teachers and the textbook by external ids. Left out, they stay; null or an empty list removes them. */
export const classRow = z.object({
  externalId,
  className: z.string(),
  /** Left out, a new class gets a code, and an old one keeps its own, whatever is sent. */
  classCode: z.string().nullish(),
  /** The textbook by its id, its external id or its short code; left out, it stays. */
  textBookId: textBookId.nullish(),
  textBookExternalId: externalId.nullish(),
  textBookShortCode: z.string().nullish(),
  startDate: day,
  endDate: day,
  mainTeacher: externalId.nullish(),
  secondaryTeachers: z.array(externalId).nullish(),
});
export type ClassRow = z.output<typeof classRow>;

/** A field that a row leaves out stays; a new textbook is published unless `published` is false. */
export const textBookRow = z.object({
  externalId,
  name: z.string(),
  shortCode: z.string(),
  description: z.string().nullish(),
  published: z.boolean().nullish(),
});
export type TextBookRow = z.output<typeof textBookRow>;

export const upsertUsers = operation({
  name: 'upsertUsers',
  method: 'PUT',
  path: '/User/upsert',
  summary:
    "Invites or changes members of staff by the ids of the school's own system, and tells what became of each row. Where nobody has its `externalId`, a row takes over who has its e-mail and no `externalId`; else it is somebody new, who is invited by mail. Nobody is deactivated or reactivated. Each row is written by itself: one is refused by what `createUser` and `updateUser` are refused by, and the others are done. The same rows again change nothing, so that a call whose answer was lost is sent again.",
  limits: '100 rows',
  access: staffOf('users'),
  whose: 'each for the users they see',
  body: z.object({ rows: rowsOf(userRow) }),
  response: upsertResults,
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 rows' },
});

export const upsertClasses = operation({
  name: 'upsertClasses',
  method: 'PUT',
  path: '/Class/upsert',
  summary:
    "Creates or changes classes by the ids of the school's own system, and tells what became of each row. Where no class has its `externalId`, a row takes over the class that has its class code and no `externalId`; else it is a new one. Each row is written by itself: one is refused by what `createClass` and `updateClass` are refused by, and the others are done. The same rows again change nothing, so that a call whose answer was lost is sent again.",
  limits: '100 rows',
  access: staffOf('classes'),
  whose: 'each for the classes they see',
  body: z.object({ rows: rowsOf(classRow) }),
  response: upsertResults,
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 rows' },
});

export const upsertTextBooks = operation({
  name: 'upsertTextBooks',
  method: 'PUT',
  path: '/TextBook/upsert',
  summary:
    "Creates or changes textbooks by the ids of the school's own system, and tells what became of each row. Where no textbook has its `externalId`, a row takes over the textbook that has its short code and no `externalId`; else it is a new one. Each row is written by itself: one is refused by what `createTextBook` and `updateTextBook` are refused by, and the others are done. The same rows again change nothing, so that a call whose answer was lost is sent again.",
  limits: '100 rows',
  access: staffOf('textbooks'),
  body: z.object({ rows: rowsOf(textBookRow) }),
  response: upsertResults,
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 rows' },
});
