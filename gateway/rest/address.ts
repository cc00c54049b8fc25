import type { GraphQLError } from 'graphql';
import type { FieldErrors } from '#schema/problem.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { encodeQuery } from '#schema/rest/query-string.ts';
import type { z } from 'zod';
import { callersName } from '#schema/rest/callers-names.ts';
import { refusal } from './errors.ts';

type Values = Readonly<Record<string, unknown>>;

// Twice the longest query of a list. Servers close the connection on a longer request line.
const longestAddress = 8_000;

/**
 * The path and query of a call below /api. Refuses an invalid path parameter, a missing query value and an address that
 * is too long.
 */
export function addressOf(operation: Operation, params: Values = {}, query: Values = {}): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(operation, name, params[name]));
  for (const name of requiredNames(operation)) present(callersName(name, operation), query[name]);
  const address = `/api${path}${encodeQuery(query)}`;
  if (address.length > longestAddress) throw refused('The values given are too long.');
  return address;
}

function segment(operation: Operation, name: string, value: unknown): string {
  const forms: Readonly<Record<string, z.ZodType>> = operation.params?.shape ?? {};
  const callerName = callersName(name, operation);
  // `all`, an empty segment or a dotted one would reach another operation.
  if (forms[name]?.safeParse(present(callerName, value)).success !== true) {
    throw refused(`The parameter '${callerName}' is not valid.`, { [name]: ['messages.invalidValue'] });
  }
  return encodeURIComponent(String(value));
}

function present(name: string, value: unknown): unknown {
  if (value === undefined) throw refused(`The parameter '${name}' must be defined.`);
  if (value === null) throw refused(`The parameter '${name}' cannot be null.`);
  return value;
}

function refused(message: string, fields?: FieldErrors): GraphQLError {
  return refusal(400, { message, extensions: fields && { fields } });
}

const required = new WeakMap<Operation, readonly string[]>();

function requiredNames(operation: Operation): readonly string[] {
  const cached = required.get(operation);
  if (cached) return cached;
  const shape: Readonly<Record<string, z.ZodType>> = operation.query?.shape ?? {};
  const fields = Object.entries(shape);
  const names = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
  required.set(operation, names);
  return names;
}
