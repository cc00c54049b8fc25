import type { CreateTextBookInput, TextBookDetailFragment } from '#web/staff/operations.generated.ts';

/** What the fields of the textbook form hold, as `textBookRules` checks it. */
export interface TextBookFormValues {
  name: string;
  shortCode: string;
  description: string;
  thumbnailId: string | null;
  published: boolean;
}

export const newTextBookValues: TextBookFormValues = {
  name: '',
  shortCode: '',
  description: '',
  thumbnailId: null,
  published: true,
};

export function valuesOf(found: TextBookDetailFragment): TextBookFormValues {
  const { name, shortCode, description, thumbnailId, publishedAt } = found;
  return { name, shortCode, description, thumbnailId, published: publishedAt !== null };
}

/** The values as GraphQL takes them. */
export function inputOf(values: TextBookFormValues): Required<CreateTextBookInput> {
  return {
    ...values,
    name: values.name.trim(),
    shortCode: values.shortCode.trim(),
    description: values.description.trim(),
  };
}
