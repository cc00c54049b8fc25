import { z } from 'zod';
import { ContentType as contentTypes } from '#schema/rest/enumerations.ts';
import { contentFields, contentRules } from '#schema/rules/contents.ts';
import { wordwallLinkOf } from '#schema/rules/wordwall.ts';
import { youtubeLinkOf } from '#schema/rules/youtube.ts';
import type { ContentDetailFragment, CreateContentInput } from '#web/staff/operations.generated.ts';
import {
  emptyValues,
  formRules,
  formValues,
  inputValues,
  type PlainFormValues,
} from '#web/staff/ui/forms/plain-values.ts';
import { fieldsOf, isOffered, type OfferedType } from '#web/staff/features/contents/content-types.ts';

/** The values of the content form. Fields that the type does not use keep their values. */
export interface ContentFormValues extends PlainFormValues<typeof contentFields> {
  type: OfferedType | null;
  pageImageId: string | null;
  youtubeLink: string;
  wordwallLink: string;
  audioId: string | null;
  published: boolean;
}

export const newContentValues: ContentFormValues = {
  type: null,
  ...emptyValues(contentFields),
  pageImageId: null,
  youtubeLink: '',
  wordwallLink: '',
  audioId: null,
  published: true,
};

export function valuesOf(found: ContentDetailFragment): ContentFormValues {
  const { type, pageImageId, youtubeLink, wordwallLink, audioId, publishedAt } = found;
  return {
    type: isOffered(type) ? type : null,
    ...formValues(found, contentFields),
    pageImageId,
    youtubeLink: youtubeLink ?? '',
    wordwallLink: wordwallLink ?? '',
    audioId,
    published: publishedAt !== null,
  };
}

// Users cannot fix a link in a hidden field, so a wrong link is dropped. A valid link is kept for its type.
function usable(values: ContentFormValues): ContentFormValues {
  if (values.type === null) return values;
  const shown = fieldsOf[values.type];
  return {
    ...values,
    youtubeLink: shown.youtube || youtubeLinkOf(values.youtubeLink) !== null ? values.youtubeLink : '',
    wordwallLink: shown.wordwall || wordwallLinkOf(values.wordwallLink) !== null ? values.wordwallLink : '',
  };
}

const typeRule = z.looseObject({ type: z.string({ error: 'messages.contentTypeRequire' }) });

/** The rules of section 5, for the form's values. */
export const contentFormRules = typeRule.pipe(
  z.preprocess(
    (given) => {
      const values = usable(given as unknown as ContentFormValues);
      return {
        ...values,
        type: values.type === null ? values.type : contentTypes[values.type],
      };
    },
    formRules(contentRules, contentFields),
  ),
);

/** Converts valid form values to GraphQL's input. */
export function inputOf(given: ContentFormValues): Omit<Required<CreateContentInput>, 'lessonId' | 'idempotencyKey'> {
  const values = usable(given);
  return {
    ...values,
    type: values.type ?? 'NONE',
    ...inputValues(values, contentFields),
    youtubeLink: values.youtubeLink.trim() || null,
    wordwallLink: values.wordwallLink.trim() || null,
  };
}
