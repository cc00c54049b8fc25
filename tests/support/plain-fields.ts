import { z } from 'zod';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { requiredDate, requiredText, trimmedText } from '#schema/rest/values.ts';
import { choiceOf } from '#schema/rules/plain-fields.ts';
import { wholeNumber } from '#schema/rules/whole-number.ts';

const pages = wholeNumber({
  ...{ from: 1, to: 9, missing: 'messages.pageNumberRequire' },
  ...{ notWhole: 'messages.pageNumberNumeric', tooSmall: 'messages.pageNumberMin' },
});

/** A plain field of every kind. */
export const fieldsOfEachKind = {
  name: requiredText(5, 'messages.textBookNameRequire'),
  note: trimmedText(5).default(''),
  firstDay: requiredDate('messages.startDateRequire'),
  open: z.boolean().default(true),
  pages,
  extraPages: pages.nullable().default(null),
  status: choiceOf(ClassStatus, 'ACTIVE'),
};
