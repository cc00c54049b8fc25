import type { ClassCopyInclude, ClassCopyPlanFragment, CopyClassInput } from '#web/staff/operations.generated.ts';

/** What a copy can take along, in the order of the ticks. */
export const copyParts = [
  'mainTeacher',
  'secondaryTeachers',
  'schoolAdministrator',
  'students',
  'approvalRequired',
] as const;

export type CopyInclude = Readonly<Record<(typeof copyParts)[number], boolean>>;

/** As the API has it, too: everything but the children, who come with a new year. */
export const usualInclude: CopyInclude = {
  mainTeacher: true,
  secondaryTeachers: true,
  schoolAdministrator: true,
  students: false,
  approvalRequired: true,
};

/** What the fields of a copy hold, as `classCopyRules` checks it. */
export interface CopyValues extends CopyInclude {
  readonly className: string;
  readonly textBookId: string;
  readonly startDate: string;
  readonly endDate: string;
}

/** The copy as the server proposes it: a year later. */
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
