import { z } from 'zod';
import { lessonRules } from '#schema/rules/lessons.ts';
import { typedNumber } from '#web/staff/forms/typed-number.ts';
import type { LessonDetailFragment, CreateLessonInput } from '#web/staff/operations.generated.ts';

/** What the fields of the unit form hold. */
export interface LessonFormValues {
  /** As it is typed. */
  number: string;
  title: string;
  name: string;
  description: string;
  languageFocus: string;
  phonics: string;
  published: boolean;
}

export const newLessonValues: LessonFormValues = {
  number: '',
  title: '',
  name: '',
  description: '',
  languageFocus: '',
  phonics: '',
  published: true,
};

export function valuesOf(found: LessonDetailFragment): LessonFormValues {
  const { number, title, name, description, languageFocus, phonics, publishedAt } = found;
  return { number: String(number), title, name, description, languageFocus, phonics, published: publishedAt !== null };
}

/** Section 5's rules, on what the form holds. */
export const lessonFormRules = z.preprocess((given) => {
  const values = given as LessonFormValues;
  return { ...values, number: typedNumber(values.number) };
}, lessonRules);

/** The values as GraphQL takes them, once the rules have let them through. */
export function inputOf(values: LessonFormValues): Omit<Required<CreateLessonInput>, 'textBookId'> {
  return {
    number: Number(typedNumber(values.number)),
    title: values.title.trim(),
    name: values.name.trim(),
    description: values.description.trim(),
    languageFocus: values.languageFocus.trim(),
    phonics: values.phonics.trim(),
    published: values.published,
  };
}
