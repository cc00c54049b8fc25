import { z } from 'zod';
import { requiredDate, requiredText } from '../rest/values.ts';

/** The fields of a printed edition. */
export const editionRules = z.object({
  name: requiredText(100, 'messages.editionNameRequired'),
  printedOn: requiredDate('messages.editionDateRequired'),
});
export type EditionValues = z.output<typeof editionRules>;
