import { GraphQLError } from 'graphql';
import type { Operation } from '#schema/rest/operation.ts';
import { encodeQuery } from '#schema/rest/query-string.ts';
import type { z } from 'zod';

type Values = Readonly<Record<string, unknown>>;

/** The path and query of a call below /api; refuses a missing path parameter or required query value. */
export function addressOf(operation: Operation, params: Values = {}, query: Values = {}): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]));
  for (const name of requiredNames(operation)) present(name, query[name]);
  return `/api${path}${encodeQuery(query)}`;
}

function segment(name: string, value: unknown): string {
  const text = String(present(name, value));
  // An empty or dotted segment would reach another operation.
  if (/^\.{0,2}$/.test(text)) throw refused(`The parameter '${name}' is not valid.`);
  return encodeURIComponent(text);
}

function present(name: string, value: unknown): unknown {
  if (value === undefined) throw refused(`The parameter '${name}' must be defined.`);
  if (value === null) throw refused(`The parameter '${name}' cannot be null.`);
  return value;
}

function refused(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', status: 400, messageKey: 'messages.badRequest' },
  });
}

const required = new WeakMap<Operation, readonly string[]>();

function requiredNames(operation: Operation): readonly string[] {
  const known = required.get(operation);
  if (known) return known;
  const shape: Readonly<Record<string, z.ZodType>> = operation.query?.shape ?? {};
  const fields = Object.entries(shape);
  const names = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
  required.set(operation, names);
  return names;
}
