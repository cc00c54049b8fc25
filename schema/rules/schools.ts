import { z } from 'zod';
import { requiredText } from '../rest/values.ts';

/** A school's plain fields (see `plain-fields.ts`). */
export const schoolFields = { name: requiredText(200, 'messages.schoolNameRequire') };

/** The rules of a school; what the form checks and what the API refuses. */
export const schoolRules = z.object(schoolFields);
export type SchoolRuleValues = z.output<typeof schoolRules>;
