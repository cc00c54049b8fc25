import { GraphQLError } from 'graphql';
import { callersName } from '#schema/rest/callers-names.ts';
import type { Operation } from '#schema/rest/operation.ts';
import type { Places } from './places.ts';
import { specialSource } from './special-sources.ts';

interface Call {
  readonly operation: Operation;
  readonly places: Places;
  /** The arguments. */
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * A copy of a call's error with the field names that the caller wrote: `period.from` for `From`. Fields of an `input`
 * have no `input.` prefix. Other errors are returned unchanged.
 */
export function nameFields(error: unknown, call: Call): unknown {
  if (!(error instanceof GraphQLError)) return error;
  const { message, extensions } = error;
  if (typeof extensions.fields !== 'object' || extensions.fields === null) return error;
  const fields = Object.entries<unknown>({ ...extensions.fields }).map(([path, keys]) => [
    callersPath(path, call),
    keys,
  ]);
  return new GraphQLError(message, { extensions: { ...extensions, fields: Object.fromEntries(fields) } });
}

function callersPath(path: string, { operation, places, given }: Call): string {
  const [name = '', ...below] = path.split('.');
  const special = specialSource(operation, name);
  if (special) return special.placeOf(given, below).join('.');
  const callerName = callersName(name, operation);
  const [outer, ...inner] = places.find(callerName) ?? [callerName];
  // A value that repeats in a query has no number there.
  const isRepeated = below.length === 1 && Object.hasOwn(operation.query?.shape ?? {}, name);
  return [...(outer === 'input' ? [] : [outer]), ...inner, ...(isRepeated ? [] : below)].join('.');
}
