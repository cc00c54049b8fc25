import { emptyValues, pick, type PlainValues, trimmed } from '#schema/rules/plain-fields.ts';
import { textBookFields } from '#schema/rules/textbooks.ts';
import type { CreateTextBookInput, TextBookDetailFragment } from '#web/staff/operations.generated.ts';

/** What the fields of the textbook form hold, as `textBookRules` checks it. */
export interface TextBookFormValues extends PlainValues<typeof textBookFields> {
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
  return { ...pick(found, textBookFields), thumbnailId, published: publishedAt !== null };
}

/** The values as GraphQL takes them. */
export function inputOf(values: TextBookFormValues): Required<CreateTextBookInput> {
  return { ...values, ...trimmed(values, textBookFields) };
}
