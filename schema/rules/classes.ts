import { z } from 'zod';
import { classStatus, ClassStatus } from '../rest/enumerations.ts';
import { date, id, requiredDate, requiredText } from '../rest/values.ts';
import { addYears } from './calendar.ts';

export const maximumSecondaryTeachers = 5;
export const maximumClassYears = 2;

const optionalId = id.nullable().default(null);

/** Section 5's rules of a class; what the form checks and what the API refuses. */
export const classRules = z
  .object({
    className: requiredText(200, 'messages.classNameRequire'),
    textBookId: z.string({ error: 'messages.textBookRequire' }).min(1, { error: 'messages.textBookRequire' }).pipe(id),
    startDate: requiredDate('messages.startDateRequire'),
    endDate: requiredDate('messages.endDateRequire'),
    status: classStatus.default(ClassStatus.ACTIVE),
    mainTeacherId: optionalId,
    schoolAdministratorId: optionalId,
    secondaryTeacherIds: z.array(id).default([]),
    approvalRequired: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    const complain = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const bothAreDays = date.safeParse(value.startDate).success && date.safeParse(value.endDate).success;
    if (bothAreDays && value.endDate <= value.startDate) complain('endDate', 'messages.endDateAfterStart');
    else if (bothAreDays && value.endDate > addYears(value.startDate, maximumClassYears))
      complain('endDate', 'messages.endDateTooFar');
    // Counted here: a list that is too long would keep zod from looking at the dates.
    if (value.secondaryTeacherIds.length > maximumSecondaryTeachers)
      complain('secondaryTeacherIds', 'messages.maxSecondaryTeachers');
    const teachers = [...value.secondaryTeacherIds, ...(value.mainTeacherId ? [value.mainTeacherId] : [])];
    if (new Set(teachers).size < teachers.length) complain('secondaryTeacherIds', 'messages.teacherTwice');
  });
export type ClassValues = z.output<typeof classRules>;
