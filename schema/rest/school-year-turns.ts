import { z } from 'zod';
import { staffOf } from '../access.ts';
import { studentNumber } from '../rules/profiles.ts';
import { childrenMovedAtOnce, childrenTurnedAtOnce, classesTurnedAtOnce } from '../rules/school-year-turns.ts';
import { copyProblem } from './class-copies.ts';
import { operation } from './operation.ts';
import { notFound } from './problems.ts';
import { schoolName } from './schools.ts';
import { textBookName } from './textbooks.ts';
import { staffMember } from './users.ts';
import { date, dateTime, idempotencyKey, id, idOf, requiredText } from './values.ts';

/** A field that a call may leave out; null counts as left out. */
const leftOut = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((given) => given ?? undefined);

/** The class that follows a class of the ending year. A field that is left out gets the old class's value. */
const nextClass = z.object({
  /** The class of the ending year. */
  classId: idOf('class'),
  className: leftOut(requiredText(200, 'messages.classNameRequire')),
  startDate: leftOut(date),
  endDate: leftOut(date),
  textBookId: leftOut(idOf('textBook')),
  /** Null for no main teacher. */
  mainTeacherId: idOf('teacher').nullable().optional(),
  secondaryTeacherIds: leftOut(z.array(idOf('teacher'))),
  /** The codes of the old class go to the new one when the old one is over. */
  keepsCode: z.boolean().default(false),
  /** Numbers the children anew, by the reading of their names. */
  renumbers: z.boolean().default(false),
});

/** Children who do not go where their class goes. */
const move = z
  .object({
    fromClassId: idOf('class'),
    /** The old class whose next class the children join; null for none. */
    toClassId: idOf('class').nullish(),
    studentIds: z.array(idOf('profile')).min(1, { error: 'messages.invalidValue' }),
    /** Their numbers in the new class, in the order of `studentIds`; null to let the new class number them. */
    numbers: z.array(studentNumber).nullish(),
  })
  .refine(({ studentIds, numbers }) => !numbers || numbers.length === studentIds.length, {
    path: ['numbers'],
    error: 'messages.invalidValue',
  });

const isOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

const request = z.object({
  classes: z
    .array(nextClass, { error: 'messages.invalidValue' })
    .min(1, { error: 'messages.invalidValue' })
    .max(classesTurnedAtOnce, { error: 'messages.tooManyAtOnce' })
    .refine((all) => isOnce(all.map(({ classId }) => classId)), { error: 'messages.invalidValue' }),
  moves: z
    .array(move, { error: 'messages.invalidValue' })
    .refine((all) => all.flatMap(({ studentIds }) => studentIds).length <= childrenMovedAtOnce, {
      error: 'messages.tooManyAtOnce',
    })
    .refine((all) => isOnce(all.flatMap((one) => one.studentIds.map((child) => `${one.fromClassId} ${child}`))), {
      error: 'messages.invalidValue',
    })
    .default([]),
});
export type TurnRequest = z.output<typeof request>;

const turnProblem = copyProblem.extend({
  /** The children it is about; empty when it is not about children. */
  studentIds: z.array(id),
});
export type TurnProblem = z.output<typeof turnProblem>;

/** A class of the ending year, and the class that would follow it. */
const plannedClass = z.object({
  sourceId: idOf('class'),
  sourceName: z.string(),
  className: z.string(),
  textBook: textBookName.nullable(),
  startDate: z.string(),
  endDate: z.string(),
  mainTeacher: staffMember.nullable(),
  secondaryTeachers: z.array(staffMember),
  keepsCode: z.boolean(),
  /** The children who would be in the new class. */
  studentCount: z.int(),
  problems: z.array(turnProblem),
});

/** A child of a class of the ending year. */
const turnedStudent = z.object({
  studentId: idOf('profile'),
  name: z.string(),
  reading: z.string(),
  number: z.int().nullable(),
  fromClassId: id,
  /** The old class whose next class the child joins; null for none. */
  toClassId: id.nullable(),
  newNumber: z.int().nullable(),
});
export type TurnedStudent = z.output<typeof turnedStudent>;

const turnPlan = z.object({
  /** The version of the classes and children now; `turnSchoolYear` answers 409 for an old version. */
  version: z.string(),
  school: schoolName.nullable(),
  classes: z.array(plannedClass),
  /** Sorted by the reading of their names. */
  students: z.array(turnedStudent),
  leavingCount: z.int(),
  /** The indexes, from 0, of requested classes that do not exist; the plan is without them. */
  missingClasses: z.array(z.int()),
  /** The children whose move is not possible: a child has left the class, or a class does not exist. */
  missingStudentIds: z.array(id),
});
export type TurnPlan = z.output<typeof turnPlan>;

const namedClass = z.object({ id, classCode: z.string(), className: z.string() });

const turnedClass = z.object({
  /** Null when it was deleted for good. */
  source: namedClass.nullable(),
  /** Null when it was deleted. */
  class: namedClass.nullable(),
  /** When the turn was made. */
  studentCount: z.int(),
  keepsCode: z.boolean(),
  /** When the old class's codes went to the new one; null before, and where the new class has its own. */
  codeMovedAt: dateTime.nullable(),
});

/** The turn of a school year, as it was made. */
const schoolYearTurn = z.object({
  id: idOf('schoolYearTurn'),
  school: schoolName.nullable(),
  createdAt: dateTime,
  createdBy: staffMember.nullable(),
  takenBackAt: dateTime.nullable(),
  takenBackBy: staffMember.nullable(),
  leavingCount: z.int(),
  classes: z.array(turnedClass),
  /** The key of why it cannot be taken back any more; null when it can. */
  obstacle: z.string().nullable(),
});
export type SchoolYearTurn = z.output<typeof schoolYearTurn>;

const access = staffOf('users');
const whose = 'a SchoolOwner the classes of the own schools, administrators all';
const limits = `${classesTurnedAtOnce} classes of one school with ${childrenTurnedAtOnce} children, ${childrenMovedAtOnce} of them in \`moves\``;
const path = '/Class/yearTurns';

export const planSchoolYearTurn = operation({
  name: 'planSchoolYearTurn',
  method: 'POST',
  path: `${path}/plan`,
  summary:
    "What `turnSchoolYear` would make of a school year's classes, with every problem: a next class of each, in the school year (1 April to 31 March) after the one in which it ends, and the children who would be in it. Writes nothing.",
  limits,
  access,
  whose,
  body: request,
  response: turnPlan,
  problems: { 400: '`messages.turnOneSchool` on `classes` for classes of several schools' },
});

export const turnSchoolYear = operation({
  name: 'turnSchoolYear',
  method: 'POST',
  path,
  summary:
    "Makes next year's classes and puts the children into them, all in one transaction. The old classes stay as they are, with their children, walls and progress; a child is the same profile in both.",
  limits,
  access,
  whose,
  body: request.extend({
    /** The version of the plan. */
    version: z.string().regex(/^[\w-]{43}$/, { error: 'messages.invalidValue' }),
    idempotencyKey,
  }),
  response: schoolYearTurn,
  status: 201,
  problems: {
    400: 'when something blocks a class, by `classes.<place from 0>.<field>`, such as `messages.textBookNotAvailable` on `textBookId` or `messages.studentNumberTaken` on `students`; `messages.turnOneSchool` on `classes`',
    409: '`messages.turnChanged` on `version` when a class or its children changed since the plan was made',
  },
});

export const schoolYearTurns = operation({
  name: 'schoolYearTurns',
  method: 'GET',
  path,
  summary: 'The last 20 turns of school years that the caller may see, the newest first.',
  access,
  whose: 'a SchoolOwner those of the own schools, administrators all',
  response: z.array(schoolYearTurn),
});

export const takeSchoolYearTurnBack = operation({
  name: 'takeSchoolYearTurnBack',
  method: 'POST',
  path: `${path}/{id}/takeBack`,
  summary:
    'Puts the classes that a turn made into the trash with their memberships, as long as nothing has happened in them: no posts, no progress, no new students. Codes that were kept go back to the old classes. Once taken back, a turn stays so, and a second call changes nothing.',
  access,
  whose: 'a SchoolOwner those of the own schools, administrators all',
  params: z.object({ id: idOf('schoolYearTurn') }),
  response: schoolYearTurn,
  problems: {
    404: notFound,
    409: '`messages.turnHasPosts`, `messages.turnHasProgress` or `messages.turnHasNewStudents` when something has happened in the new classes',
  },
});
