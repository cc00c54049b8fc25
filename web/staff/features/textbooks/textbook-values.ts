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

/** What the fields of the textbook form hold, as `textBookFormRules` checks it. */
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

/** The values as GraphQL takes them. */
export function inputOf(
  values: TextBookFormValues,
): Omit<Required<CreateTextBookInput>, 'externalId' | 'idempotencyKey'> {
  return { ...values, ...inputValues(values, textBookFields) };
}
