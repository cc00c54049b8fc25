import type { z } from 'zod';
import { fieldErrors } from '#schema/problem.ts';
import { invalid } from './problems.ts';
import { unstorableField } from './unstorable.ts';

/** Parses a value by its schema; throws 400 with a message for each invalid field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  const unstorable = unstorableField(parsed.data);
  if (unstorable !== undefined) throw invalid({ [unstorable]: ['messages.invalidValue'] });
  return parsed.data;
}
