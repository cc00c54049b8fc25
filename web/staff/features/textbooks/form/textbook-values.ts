import { textBookFields, textBookRules } from '#schema/rules/textbooks.ts';
import type { CreateTextBookInput, TextBookDetailFragment } from '#web/staff/operations.generated.ts';
import {
  emptyValues,
  formRules,
  formValues,
  inputValues,
  type PlainFormValues,
} from '#web/staff/ui/forms/plain-values.ts';

export const textBookFormRules = formRules(textBookRules, textBookFields);

/** The values of the textbook form, checked by `textBookFormRules`. */
export interface TextBookFormValues extends PlainFormValues<typeof textBookFields> {
  thumbnailId: string | null;
  published: boolean;
}

export const newTextBookValues: TextBookFormValues = {
  ...emptyValues(textBookFields),
  thumbnailId: null,
  published: true,
};

export function valuesOf(found: TextBookDetailFragment): TextBookFormValues {
  const { thumbnailId, publishedAt } = found;
  return { ...formValues(found, textBookFields), thumbnailId, published: publishedAt !== null };
}

/** Converts valid form values to GraphQL's input. */
export function inputOf(
  values: TextBookFormValues,
): Omit<Required<CreateTextBookInput>, 'externalId' | 'idempotencyKey'> {
  return { ...values, ...inputValues(values, textBookFields) };
}
