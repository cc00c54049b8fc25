import { z } from 'zod';
import { fieldErrors } from '#schema/problem.ts';
import { newProfileName, profileReading, studentNumber } from '#schema/rules/profiles.ts';
import type { RowProblem, StudentValues } from './row-values.ts';

/** A child of a package whose values are right. */
export interface Child {
  readonly externalId: string;
  readonly name: string;
  /** Undefined when the package has no value: the stored one then stays. The same holds for the number. */
  readonly reading: string | undefined;
  readonly number: number | undefined;
}

const rules = z.object({
  name: newProfileName,
  reading: profileReading,
  number: z
    .string()
    .transform((text) => (text === '' ? null : /^\d{1,6}$/.test(text) ? Number(text) : NaN))
    .pipe(studentNumber),
});

/** Reads a child by the rules of the form. */
export function childOf(values: StudentValues): Child | { readonly problems: readonly RowProblem[] } {
  const { data, error } = rules.safeParse(values);
  if (error) {
    const wrong = Object.entries(fieldErrors(error));
    return { problems: wrong.flatMap(([field, keys]) => keys.map((messageKey) => ({ field, messageKey }))) };
  }
  const { name, reading, number } = data;
  return { externalId: values.child, name, reading: reading || undefined, number: number ?? undefined };
}
