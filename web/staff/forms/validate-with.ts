import type { z } from 'zod';
import { fieldErrors } from '#schema/problem.ts';

/** Field → the key of the first thing that is wrong with it. */
export type FieldProblems = Record<string, string>;

/** The form's side of a rule set: final-form's `validate`, answering message keys. */
export const validateWith =
  (rules: z.ZodType) =>
  (values: unknown): FieldProblems => {
    const result = rules.safeParse(values);
    return result.success ? {} : firstOfEach(fieldErrors(result.error));
  };

/** The first key of each field, as the rules or the server gave them; what is inside a list belongs to the list's field. */
export function firstOfEach(errors: Readonly<Record<string, readonly string[]>>): FieldProblems {
  const problems: FieldProblems = {};
  for (const [path, [key]] of Object.entries(errors)) {
    const field = path.split('.')[0] ?? path;
    if (key !== undefined) problems[field] ??= key;
  }
  return problems;
}
