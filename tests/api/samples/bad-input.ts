import type { Operation } from '#schema/rest/operation.ts';
import { decodeQuery } from '#schema/rest/query-string.ts';
import { encodeQuery } from '#schema/rest/query-string.ts';
import type { z } from 'zod';
import type { Sample } from './sample.ts';

// From absurd values to slips of the hand; the first value that a field refuses is its bad input.
const candidates: readonly unknown[] = [
  '\u0000',
  'x'.repeat(20_000),
  '',
  null,
  -1,
  1e12,
  [1],
  { odd: true },
  'no such value',
  undefined,
];

/** One wrong value in an otherwise right call, and the field that should be named. */
export interface BadCall {
  readonly field: string;
  readonly sample: Sample;
}

type Part = 'body' | 'query' | 'fields' | 'params';

/** For every field that can be wrong, a call in which it alone is. */
export function badCalls(operation: Operation, sample: Sample): BadCall[] {
  return partsOf(operation).flatMap(([part, schema]) => (schema ? badFields(part, schema, sample) : []));
}

/** Every field that an operation declares, in its path, query, body and form. */
export const fieldsOfCall = (operation: Operation): string[] =>
  partsOf(operation).flatMap(([, schema]) => (schema ? fieldsOf(schema) : []));

const partsOf = ({ params, query, body, form }: Operation): [Part, z.ZodType | undefined][] => [
  ['params', params],
  ['query', query],
  ['body', body],
  ['fields', form?.fields],
];

function badFields(part: Part, schema: z.ZodType, sample: Sample): BadCall[] {
  const right = sample[part] ?? {};
  return fieldsOf(schema).flatMap((field): BadCall[] => {
    const wrong = candidates
      .filter((value) => part === 'body' || typeof value === 'string')
      .find(
        (value) => (part !== 'params' || value !== '') && refuses(part, schema, { ...right, [field]: value }, field),
      );
    if (wrong === undefined) return [];
    return [{ field, sample: { ...sample, [part]: { ...right, [field]: wrong } } }];
  });
}

const fieldsOf = (schema: z.ZodType): string[] =>
  'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? Object.keys(schema.shape) : [];

function refuses(part: Part, schema: z.ZodType, values: Record<string, unknown>, field: string): boolean {
  const sent = part === 'query' ? asQuery(values, schema) : values;
  const { error } = schema.safeParse(sent);
  return error?.issues.some(({ path }) => path[0] === field) ?? false;
}

function asQuery(values: Record<string, unknown>, schema: z.ZodType): unknown {
  return decodeQuery(new URLSearchParams(encodeQuery(values)), schema as z.ZodObject);
}
