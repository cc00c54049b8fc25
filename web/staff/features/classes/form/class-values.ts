import { ClassStatus } from '#schema/rest/enumerations.ts';
import type { Role } from '#schema/access.ts';
import { classFields } from '#schema/rules/classes.ts';
import { emptyValues, pick, type PlainValues, trimmed } from '#schema/rules/plain-fields.ts';
import type { ClassDetailFragment, UpdateClassInput } from '#web/staff/operations.generated.ts';
import { schoolYearFor } from './school-year.ts';

/** The values of the class form, as `classRules` checks them. */
export interface ClassFormValues extends PlainValues<typeof classFields> {
  textBookId: string;
  status: ClassStatus;
  mainTeacherId: string | null;
  schoolAdministratorId: string | null;
  secondaryTeacherIds: readonly string[];
  approvalRequired: boolean;
}

interface Maker {
  readonly role: Role;
  readonly userId: string | undefined;
}

/** The first values of a new class: this school year, and the signed-in user as its teacher or administrator. */
export function newClassValues(today: string, maker: Maker): ClassFormValues {
  return {
    ...emptyValues(classFields),
    textBookId: '',
    ...schoolYearFor(today),
    status: ClassStatus.ACTIVE,
    mainTeacherId: maker.role === 'Teacher' ? (maker.userId ?? null) : null,
    schoolAdministratorId: maker.role === 'SchoolOwner' ? (maker.userId ?? null) : null,
    secondaryTeacherIds: [],
    approvalRequired: true,
  };
}

export function valuesOf(found: ClassDetailFragment): ClassFormValues {
  return {
    ...pick(found, classFields),
    textBookId: found.textBook.id,
    status: ClassStatus[found.status],
    mainTeacherId: found.mainTeacher?.id ?? null,
    schoolAdministratorId: found.schoolAdministrator?.id ?? null,
    secondaryTeacherIds: found.secondaryTeachers.map(({ id }) => id),
    approvalRequired: found.approvalRequired,
  };
}

type ClassInput = Omit<UpdateClassInput, 'id' | 'version'>;

/** The form's values as the GraphQL input. */
export function inputOf({ status, secondaryTeacherIds, ...values }: ClassFormValues): ClassInput {
  return {
    ...values,
    ...trimmed(values, classFields),
    status: status === ClassStatus.ACTIVE ? 'ACTIVE' : 'INACTIVE',
    secondaryTeacherIds: [...secondaryTeacherIds],
  };
}
