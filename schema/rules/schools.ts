import { z } from 'zod';
import { requiredText } from '../rest/values.ts';

/** A school's plain fields (see `plain-fields.ts`). */
export const schoolFields = { name: requiredText(200, 'messages.schoolNameRequire') };

/** The rules of a school, for the form and for the API. */
export const schoolRules = z.object(schoolFields);
export type SchoolRuleValues = z.output<typeof schoolRules>;
