import type { ClassCopyInclude, ClassCopyPlanFragment, CopyClassInput } from '#web/staff/operations.generated.ts';

/** The parts of a class that a copy can take over, in the order of the checkboxes. */
export const copyParts = [
  'mainTeacher',
  'secondaryTeachers',
  'schoolAdministrator',
  'students',
  'approvalRequired',
] as const;

export type CopyInclude = Readonly<Record<(typeof copyParts)[number], boolean>>;

/** The API's default, too: everything except the students, as new students come with the new year. */
export const usualInclude: CopyInclude = {
  mainTeacher: true,
  secondaryTeachers: true,
  schoolAdministrator: true,
  students: false,
  approvalRequired: true,
};

/** The values of the copy form, checked by `classCopyRules`. */
export interface CopyValues extends CopyInclude {
  readonly className: string;
  readonly textBookId: string;
  readonly startDate: string;
  readonly endDate: string;
}

/** The form's values for the server's proposal, one year later. */
export const copyValuesOf = (plan: ClassCopyPlanFragment): CopyValues => ({
  ...usualInclude,
  className: plan.className,
  textBookId: plan.textBook?.id ?? '',
  startDate: plan.startDate,
  endDate: plan.endDate,
});

export function copyInputOf(id: string, values: CopyValues, dryRun: boolean): CopyClassInput {
  const { className, textBookId, startDate, endDate } = values;
  return { id, className, textBookId, startDate, endDate, include: includeOf(values), dryRun };
}

const includeOf = (values: CopyInclude): ClassCopyInclude => ({
  mainTeacher: values.mainTeacher,
  secondaryTeachers: values.secondaryTeachers,
  schoolAdministrator: values.schoolAdministrator,
  students: values.students,
  approvalRequired: values.approvalRequired,
});
