import type { Queryable } from '#api/ground/db/client.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { type FieldErrors, fieldErrors } from '#schema/problem.ts';
import type { copyClass, CopyProblem } from '#schema/rest/class-copies.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { StaffMember } from '#schema/rest/users.ts';
import { addYears } from '#schema/rules/calendar.ts';
import { classFields, classRules, type ClassValues } from '#schema/rules/classes.ts';
import { nameProblem } from '#schema/rules/names.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import type { ClassRow } from './detail.ts';
import { moveYears } from './next-name.ts';
import { administratorFor, checkReferences, firstOwner, type References, unknownTeachers } from './references.ts';

/** A class to copy, with its secondary teachers. */
export interface Source {
  readonly row: ClassRow;
  readonly secondaryTeachers: readonly StaffMember[];
}

export type CopyRequest = Pick<
  BodyOf<typeof copyClass>,
  'include' | 'className' | 'textBookId' | 'startDate' | 'endDate'
> & {
  /** The number of years by which the dates move when the request has no dates. */
  readonly years: number;
  /** Set only when the copy gets other teachers than the source. */
  readonly mainTeacherId?: string | null | undefined;
  readonly secondaryTeacherIds?: readonly string[] | undefined;
};

/** The result of planning a copy; `references` is undefined when a problem blocks the copy. */
export interface CopyPlan {
  readonly values: ClassValues;
  readonly references: References | undefined;
  readonly problems: readonly CopyProblem[];
}

/** A copy with its source and its plan; `id` is the new class, or null without one. */
export interface Copy {
  readonly source: Source;
  readonly plan: CopyPlan;
  readonly id: string | null;
}

/** Plans a copy by the same rules and scope as a new class. Writes nothing. */
export async function planCopy(
  tx: Queryable,
  caller: StaffCaller,
  { source, request }: { source: Source; request: CopyRequest },
): Promise<CopyPlan> {
  const requested = requestedValues(source, request);
  const staffed = await withAvailableStaff(tx, caller, { source, requested });
  const parsed = classRules.safeParse(staffed.values);
  const broken = parsed.success ? {} : fieldErrors(parsed.error);
  const preferredSchoolId = source.row.schoolId;
  const checked = await checkReferences(tx, { caller, values: staffed.values, preferredSchoolId });
  const errors = { ...broken, ...nameErrors(source, request), ...('errors' in checked ? checked.errors : {}) };
  const blocking = Object.entries(errors).flatMap(([field, keys]) =>
    keys.map((messageKey): CopyProblem => ({ field, messageKey, person: null, blocks: true })),
  );
  return {
    values: staffed.values,
    references: blocking.length > 0 || 'errors' in checked ? undefined : checked,
    problems: [...blocking, ...staffed.problems],
  };
}

// The name of the source class is valid, and so is the name that a dry run made from it: both skip the check.
function nameErrors({ row }: Source, { className, ...request }: CopyRequest): FieldErrors {
  const own = [row.className, requestedValues({ row, secondaryTeachers: [] }, request).className];
  const problem = className === undefined || own.includes(className) ? null : nameProblem(className);
  return problem ? { className: [problem] } : {};
}

function requestedValues({ row, secondaryTeachers }: Source, request: CopyRequest): ClassValues {
  const { include, startDate } = request;
  const years = startDate === undefined ? request.years : yearOf(startDate) - yearOf(row.startDate);
  const from = [...new Set([yearOf(row.startDate), yearOf(row.endDate)])];
  const ownMainTeacher = include.mainTeacher ? (row.mainTeacher?.id ?? null) : null;
  const ownSecondaryTeachers = include.secondaryTeachers ? secondaryTeachers.map(({ id }) => id) : [];
  return {
    ...pick(row, classFields),
    className: request.className ?? moveYears(row.className, { from, years }),
    textBookId: request.textBookId ?? row.textBook.id,
    startDate: startDate ?? addYears(row.startDate, years),
    endDate: request.endDate ?? addYears(row.endDate, years),
    status: ClassStatus.ACTIVE,
    mainTeacherId: request.mainTeacherId === undefined ? ownMainTeacher : request.mainTeacherId,
    schoolAdministratorId: include.schoolAdministrator ? (row.schoolAdministrator?.id ?? null) : null,
    secondaryTeacherIds: [...(request.secondaryTeacherIds ?? ownSecondaryTeachers)],
    approvalRequired: include.approvalRequired ? row.approvalRequired : undefined,
    // The external id identifies the source class, so the copy has none.
    externalId: null,
  };
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

// Staff of the source who cannot be assigned any more do not block the copy: the copy leaves them out, and a problem
// names them. A requested person who cannot be assigned blocks it.
async function withAvailableStaff(
  tx: Queryable,
  caller: StaffCaller,
  { source, requested }: { source: Source; requested: ClassValues },
) {
  const problems: CopyProblem[] = [];
  const reportLeftOut = (field: string, messageKey: string, person: StaffMember | null) =>
    problems.push({ field, messageKey, person, blocks: false });
  const missing = await unknownTeachers(tx, { caller, values: requested });
  const { mainTeacher, schoolAdministrator } = source.row;
  const teachers = [...(mainTeacher ? [mainTeacher] : []), ...source.secondaryTeachers];
  const goneTeacher = (id: string | null) => teachers.find((one) => one.id === id && missing.has(one.id));
  const values = { ...requested };
  const goneMain = goneTeacher(requested.mainTeacherId);
  if (goneMain) {
    values.mainTeacherId = null;
    reportLeftOut('mainTeacherId', 'messages.teacherNotAvailable', goneMain);
  }
  values.secondaryTeacherIds = requested.secondaryTeacherIds.filter((id) => !goneTeacher(id));
  for (const id of requested.secondaryTeacherIds) {
    const gone = goneTeacher(id);
    if (gone) reportLeftOut('secondaryTeacherIds', 'messages.teacherNotAvailable', gone);
  }
  const administrator = await administratorFor(tx, { caller, values });
  if ('problem' in administrator && values.schoolAdministratorId !== null) {
    // Without an owner the copy would belong to no school, and its school would not see it. An owner's copy is their own.
    const isOwner = caller.kind === 'SchoolOwner';
    values.schoolAdministratorId = isOwner ? null : await firstOwner(tx, { caller, schoolId: source.row.schoolId });
    reportLeftOut('schoolAdministratorId', administrator.problem, schoolAdministrator);
  }
  return { values, problems };
}
