import { z } from 'zod';
import { lessonFields, lessonRules } from '#schema/rules/lessons.ts';
import { emptyValues, pick, type PlainValues, trimmed } from '#schema/rules/plain-fields.ts';
import { typedNumber } from '#web/staff/ui/forms/parse-typed.ts';
import type { LessonDetailFragment, CreateLessonInput } from '#web/staff/operations.generated.ts';

/** What the fields of the unit form hold. */
export interface LessonFormValues extends PlainValues<typeof lessonFields> {
  /** As it is typed. */
  number: string;
  published: boolean;
}

export const newLessonValues: LessonFormValues = {
  number: '',
  ...emptyValues(lessonFields),
  published: true,
};

export function valuesOf(found: LessonDetailFragment): LessonFormValues {
  const { number, publishedAt } = found;
  return { number: String(number), ...pick(found, lessonFields), published: publishedAt !== null };
}

/** The rules of section 5, for the form's values. */
export const lessonFormRules = z.preprocess((given) => {
  const values = given as LessonFormValues;
  return { ...values, number: typedNumber(values.number) };
}, lessonRules);

/** The values as GraphQL takes them, once the rules have let them through. */
export function inputOf(values: LessonFormValues): Omit<Required<CreateLessonInput>, 'textBookId'> {
  return {
    number: Number(typedNumber(values.number)),
    ...trimmed(values, lessonFields),
    published: values.published,
  };
}
