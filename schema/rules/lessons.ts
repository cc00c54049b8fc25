import { z } from 'zod';
import { requiredText, trimmedText } from '../rest/values.ts';
import { wholeNumber } from './whole-number.ts';

/** A unit's plain fields (see `plain-fields.ts`). */
export const lessonFields = {
  /** The printed one, from 0: some books begin with a unit 0. */
  number: wholeNumber({
    from: 0,
    to: 9999,
    missing: 'messages.unitNumberRequire',
    notWhole: 'messages.unitNumberNumeric',
    tooSmall: 'messages.unitNumberMin',
  }),
  title: requiredText(200, 'messages.unitTitleRequire'),
  name: requiredText(200, 'messages.unitNameRequire'),
  description: trimmedText(5000).default(''),
  languageFocus: requiredText(1000, 'messages.languageFocusRequire'),
  phonics: requiredText(1000, 'messages.phonicsRequire'),
};

/** Section 5's rules of a unit (lesson), for the form and for the API. */
export const lessonRules = z.object({
  ...lessonFields,
  /** Left out, a new unit is published, and an existing unit stays as it was. */
  published: z.boolean({ error: 'messages.invalidValue' }).optional(),
});
export type LessonValues = z.output<typeof lessonRules>;
