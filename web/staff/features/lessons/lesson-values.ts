import { z } from 'zod';
import { lessonRules, lessonTextNames } from '#schema/rules/lessons.ts';
import { eachNamed, pick } from '#schema/rules/texts.ts';
import { typedNumber } from '#web/staff/ui/forms/parse-typed.ts';
import type { LessonDetailFragment, CreateLessonInput } from '#web/staff/operations.generated.ts';

/** What the fields of the unit form hold. */
export interface LessonFormValues extends Record<(typeof lessonTextNames)[number], string> {
  /** As it is typed. */
  number: string;
  published: boolean;
}

export const newLessonValues: LessonFormValues = {
  number: '',
  ...eachNamed(lessonTextNames, () => ''),
  published: true,
};

export function valuesOf(found: LessonDetailFragment): LessonFormValues {
  const { number, publishedAt } = found;
  return { number: String(number), ...pick(found, lessonTextNames), published: publishedAt !== null };
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
    ...eachNamed(lessonTextNames, (name) => values[name].trim()),
    published: values.published,
  };
}
