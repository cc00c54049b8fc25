import { z } from 'zod';
import { externalId, idOf, requiredText, trimmedText } from '../rest/values.ts';
import { isVisible } from './visible-text.ts';

// The signs of a code that count when it is typed: see the folding of short codes in api/ground/db.
const signs = (code: string): string => code.normalize('NFKC').replace(/[\s\p{Pd}−ー]/gu, '');

/** A textbook's plain fields (see `plain-fields.ts`). */
export const textBookFields = {
  name: requiredText(200, 'messages.textBookNameRequire'),
  shortCode: requiredText(40, 'messages.shortCodeRequire').refine((code) => code === '' || isVisible(signs(code)), {
    error: 'messages.shortCodeOfDashes',
  }),
  description: trimmedText(5000).default(''),
};

/** Section 5's rules of a textbook, for the form and for the API. */
export const textBookRules = z.object({
  ...textBookFields,
  /** A picture for teaching; its cover. */
  thumbnailId: idOf('picture').nullable().default(null),
  /** Whether students see the textbook. Left out, a new textbook is published, and an existing one stays as it was. */
  published: z.boolean({ error: 'messages.invalidValue' }).optional(),
  externalId,
});
export type TextBookValues = z.output<typeof textBookRules>;
