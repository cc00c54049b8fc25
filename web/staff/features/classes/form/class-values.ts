import type { Role } from '#schema/access.ts';
import { classFields, classRules } from '#schema/rules/classes.ts';
import type { ClassDetailFragment, CreateClassInput, UpdateClassInput } from '#web/staff/operations.generated.ts';
import {
  emptyValues,
  formRules,
  formValues,
  inputValues,
  type PlainFormValues,
} from '#web/staff/ui/forms/plain-values.ts';
import { schoolYearFor } from './school-year.ts';

export const classFormRules = formRules(classRules, classFields);

/** The values of the class form, as `classFormRules` checks them. */
export interface ClassFormValues extends PlainFormValues<typeof classFields> {
  textBookId: string;
  mainTeacherId: string | null;
  schoolAdministratorId: string | null;
  secondaryTeacherIds: readonly string[];
  /** Undefined for a new class that follows the school's setting. */
  approvalRequired: boolean | undefined;
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
    mainTeacherId: maker.role === 'Teacher' ? (maker.userId ?? null) : null,
    schoolAdministratorId: maker.role === 'SchoolOwner' ? (maker.userId ?? null) : null,
    secondaryTeacherIds: [],
    approvalRequired: undefined,
  };
}

export function valuesOf(found: ClassDetailFragment): ClassFormValues {
  return {
    ...formValues(found, classFields),
    textBookId: found.textBook.id,
    mainTeacherId: found.mainTeacher?.id ?? null,
    schoolAdministratorId: found.schoolAdministrator?.id ?? null,
    secondaryTeacherIds: found.secondaryTeachers.map(({ id }) => id),
    approvalRequired: found.approvalRequired,
  };
}

type NotInForm = 'id' | 'version' | 'classCode' | 'idempotencyKey';

/** The input fields that creating and updating a class share. */
type ClassInput = Omit<CreateClassInput & UpdateClassInput, NotInForm | 'approvalRequired'> &
  Pick<CreateClassInput, 'approvalRequired'>;

/** The form's values as the GraphQL input. */
export function inputOf({ secondaryTeacherIds, ...values }: ClassFormValues): ClassInput {
  return {
    ...values,
    ...inputValues(values, classFields),
    secondaryTeacherIds: [...secondaryTeacherIds],
  };
}
