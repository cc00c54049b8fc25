import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { fieldErrors } from '#schema/problem.ts';
import { callersName } from '#schema/rest/callers-names.ts';
import { shapeOf, unwrapped } from '#schema/rest/shapes.ts';
import { z } from 'zod';

const operations = new Map(contract.map((operation) => [operation.name, operation]));

export type FieldPath = readonly (string | number)[];

interface Refused {
  /** The root field, which has the name of its operation. */
  readonly rootField: string;
  /** The path below the arguments, in GraphQL's names. */
  readonly path: FieldPath;
  /** Undefined when the client gave no value. */
  readonly value: unknown;
}

/** The message key with which /api would refuse the value, had GraphQL passed it on. */
export function messageKeyFor({ rootField, path, value }: Refused): string {
  const operation = operations.get(rootField);
  const [name = ''] = path;
  const isFile = Object.hasOwn(operation?.form?.files ?? {}, String(name));
  if (isFile && (value === undefined || value === null)) return 'messages.fileRequire';
  const rule = operation && ruleOf(operation, path);
  const parsed = rule?.safeParse(value);
  return (parsed?.error && fieldErrors(parsed.error)['']?.[0]) ?? 'messages.invalidValue';
}

// GraphQL groups some values that /api takes as separate parameters, such as the days of a period.
function ruleOf(operation: Operation, path: FieldPath): z.ZodType | undefined {
  const parts = [operation.params, operation.query, operation.body, operation.form?.fields];
  const rules = new Map(
    parts
      .flatMap((part) => Object.entries(shapeOf(part)))
      .map(([name, rule]) => [callersName(name, operation), rule] as const),
  );
  const start = path.findIndex((name) => rules.has(String(name)));
  const [name, ...below] = path.slice(start);
  return start < 0 ? undefined : below.reduce<z.ZodType | undefined>(ruleBelow, rules.get(String(name)));
}

function ruleBelow(rule: z.ZodType | undefined, name: string | number): z.ZodType | undefined {
  const inner = unwrapped(rule);
  return inner instanceof z.ZodArray ? (inner.element as z.ZodType) : shapeOf(inner)[name];
}
