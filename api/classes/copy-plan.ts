import type { Queryable } from '#api/db/client.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { fieldErrors } from '#schema/problem.ts';
import type { CopyProblem, copyClass } from '#schema/rest/class-copies.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { StaffMember } from '#schema/rest/users.ts';
import { addYears } from '#schema/rules/calendar.ts';
import { classRules, type ClassValues } from '#schema/rules/classes.ts';
import { administratorFor } from './administrator.ts';
import { moveYears } from './next-name.ts';
import { checkReferences, type References, unknownTeachers } from './references.ts';
import type { ClassRow } from './rows.ts';

/** A class to copy, with its secondary teachers. */
export interface Source {
  readonly row: ClassRow;
  readonly secondaryTeachers: readonly StaffMember[];
}

export type CopyWish = Pick<
  BodyOf<typeof copyClass>,
  'include' | 'className' | 'textBookId' | 'startDate' | 'endDate'
> & {
  /** How much later, where no dates say so. */
  readonly years: number;
};

/** What a copy would be; `references` are there when nothing blocks it. */
export interface CopyPlan {
  readonly values: ClassValues;
  readonly references: References | undefined;
  readonly problems: readonly CopyProblem[];
}

/** Finds what a copy would be, by the rules and the scope of creating a class. Nothing is written. */
export async function planCopy(
  tx: Queryable,
  caller: StaffCaller,
  { source, wish }: { source: Source; wish: CopyWish },
): Promise<CopyPlan> {
  const wished = wishedValues(source, wish);
  const staffed = await withAvailableStaff(tx, caller, { source, wished });
  const parsed = classRules.safeParse(staffed.values);
  const broken = parsed.success ? {} : fieldErrors(parsed.error);
  const checked = await checkReferences(tx, { caller, values: staffed.values });
  const errors = { ...broken, ...('errors' in checked ? checked.errors : {}) };
  const blocking = Object.entries(errors).flatMap(([field, keys]) =>
    keys.map((messageKey): CopyProblem => ({ field, messageKey, person: null, blocks: true })),
  );
  return {
    values: staffed.values,
    references: blocking.length > 0 || 'errors' in checked ? undefined : checked,
    problems: [...blocking, ...staffed.problems],
  };
}

function wishedValues({ row, secondaryTeachers }: Source, wish: CopyWish): ClassValues {
  const { include, startDate } = wish;
  const years = startDate === undefined ? wish.years : yearOf(startDate) - yearOf(row.startDate);
  const from = [...new Set([yearOf(row.startDate), yearOf(row.endDate)])];
  return {
    className: wish.className ?? moveYears(row.className, { from, years }),
    textBookId: wish.textBookId ?? row.textBook.id,
    startDate: startDate ?? addYears(row.startDate, years),
    endDate: wish.endDate ?? addYears(row.endDate, years),
    status: ClassStatus.ACTIVE,
    mainTeacherId: include.mainTeacher ? (row.mainTeacher?.id ?? null) : null,
    schoolAdministratorId: include.schoolAdministrator ? (row.schoolAdministrator?.id ?? null) : null,
    secondaryTeacherIds: include.secondaryTeachers ? secondaryTeachers.map(({ id }) => id) : [],
    approvalRequired: include.approvalRequired ? row.approvalRequired : undefined,
  };
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

// Who has left since is no reason to refuse the whole copy: they are left out and named.
async function withAvailableStaff(
  tx: Queryable,
  caller: StaffCaller,
  { source, wished }: { source: Source; wished: ClassValues },
) {
  const problems: CopyProblem[] = [];
  const leaveOut = (field: string, messageKey: string, person: StaffMember | null) =>
    problems.push({ field, messageKey, person, blocks: false });
  const missing = await unknownTeachers(tx, { caller, values: wished });
  const { mainTeacher, schoolAdministrator } = source.row;
  const values = { ...wished };
  if (values.mainTeacherId !== null && missing.has(values.mainTeacherId)) {
    values.mainTeacherId = null;
    leaveOut('mainTeacherId', 'messages.teacherNotAvailable', mainTeacher);
  }
  values.secondaryTeacherIds = values.secondaryTeacherIds.filter((id) => !missing.has(id));
  for (const teacher of source.secondaryTeachers)
    if (wished.secondaryTeacherIds.includes(teacher.id) && missing.has(teacher.id))
      leaveOut('secondaryTeacherIds', 'messages.teacherNotAvailable', teacher);
  const administrator = await administratorFor(tx, { caller, values });
  if ('problem' in administrator && values.schoolAdministratorId !== null) {
    values.schoolAdministratorId = null;
    leaveOut('schoolAdministratorId', administrator.problem, schoolAdministrator);
  }
  return { values, problems };
}
