import { z } from 'zod';
import { Admission, ChildGuard, ClassStatus } from '../rest/enumerations.ts';
import type { Entity } from '../rest/meanings.ts';
import { date, externalId, idOf, requiredDate, requiredId, requiredText } from '../rest/values.ts';
import { addYears } from './calendar.ts';
import { choiceOf } from './plain-fields.ts';

export const maximumSecondaryTeachers = 5;
export const maximumClassYears = 2;

interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/** The message key of the problem with a class's last day, given its first day, or null. */
export function endDateProblem({ startDate, endDate }: Dates) {
  if (endDate <= startDate) return 'messages.endDateAfterStart' as const;
  return endDate > addYears(startDate, maximumClassYears) ? ('messages.endDateTooFar' as const) : null;
}

const optionalIdOf = (entity: Entity) => idOf(entity).nullable().default(null);

/** A class's plain fields (see `plain-fields.ts`). */
export const classFields = {
  className: requiredText(200, 'messages.classNameRequire'),
  startDate: requiredDate('messages.startDateRequire'),
  endDate: requiredDate('messages.endDateRequire'),
  status: choiceOf(ClassStatus, 'ACTIVE'),
  // The default protects the children: without it, everybody who knows the class's code could open their profiles.
  childGuard: choiceOf(ChildGuard, 'PICTURES'),
  admission: choiceOf(Admission, 'WHEN_MANY'),
  // The default keeps the class's code working, as it did in every class before this field existed.
  codeOpens: z.boolean({ error: 'messages.invalidValue' }).default(true),
};

const textBookId = requiredId('textBook', 'messages.textBookRequire');

/** The message key of the problem between two valid dates, or null. */
function datesProblem(dates: Dates): string | null {
  const bothAreDays = date.safeParse(dates.startDate).success && date.safeParse(dates.endDate).success;
  return bothAreDays ? endDateProblem(dates) : null;
}

/** Section 5's rules of a class, for the form and for the API. */
export const classRules = z
  .object({
    ...classFields,
    textBookId,
    mainTeacherId: optionalIdOf('teacher'),
    schoolAdministratorId: optionalIdOf('schoolOwner'),
    secondaryTeacherIds: z.array(idOf('teacher')).default([]),
    approvalRequired: z.boolean().optional(),
    externalId,
  })
  .superRefine((value, context) => {
    const complain = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const wrongEnd = datesProblem(value);
    if (wrongEnd) complain('endDate', wrongEnd);
    // Checked here instead of at the field: after a field's problem, zod would not check the dates.
    if (value.secondaryTeacherIds.length > maximumSecondaryTeachers)
      complain('secondaryTeacherIds', 'messages.maxSecondaryTeachers');
    const teachers = [...value.secondaryTeacherIds, ...(value.mainTeacherId ? [value.mainTeacherId] : [])];
    if (new Set(teachers).size < teachers.length) complain('secondaryTeacherIds', 'messages.teacherTwice');
  });
export type ClassValues = z.output<typeof classRules>;

/** What can be chosen for a class's copy. */
export const classCopyRules = z
  .object({
    className: classFields.className,
    textBookId,
    startDate: classFields.startDate,
    endDate: classFields.endDate,
  })
  .superRefine((value, context) => {
    const message = datesProblem(value);
    if (message) context.addIssue({ code: 'custom', path: ['endDate'], message });
  });

/** The removal of students who joined since a day. */
export const sinceRules = z.object({ joinedSince: requiredDate('messages.invalidDate') });

/** A new last day for several classes. The API checks whether the day fits each class. */
export const extensionRules = z.object({ endDate: classFields.endDate });
