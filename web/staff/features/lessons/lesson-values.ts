import { lessonFields, lessonRules } from '#schema/rules/lessons.ts';
import type { LessonDetailFragment, CreateLessonInput } from '#web/staff/operations.generated.ts';
import {
  emptyValues,
  formRules,
  formValues,
  inputValues,
  type PlainFormValues,
} from '#web/staff/ui/forms/plain-values.ts';

/** The values of the unit form. */
export interface LessonFormValues extends PlainFormValues<typeof lessonFields> {
  published: boolean;
}

export const newLessonValues: LessonFormValues = {
  ...emptyValues(lessonFields),
  published: true,
};

export function valuesOf(found: LessonDetailFragment): LessonFormValues {
  return { ...formValues(found, lessonFields), published: found.publishedAt !== null };
}

/** The rules of section 5, for the form's values. */
export const lessonFormRules = formRules(lessonRules, lessonFields);

/** Converts valid form values to GraphQL's input. */
export function inputOf(values: LessonFormValues): Omit<Required<CreateLessonInput>, 'textBookId' | 'idempotencyKey'> {
  return { ...inputValues(values, lessonFields), published: values.published };
}
