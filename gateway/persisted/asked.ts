import type { KnownOperation } from '#gateway/execution/engine.ts';

type Members = Readonly<Record<string, unknown>>;

/** What a body asks for by a hash alone; undefined for whatever else it may be, which is Apollo Server's to judge. */
export function askedByHash(body: unknown): KnownOperation | undefined {
  if (!isObject(body) || body.query !== undefined || !isObject(body.extensions)) return undefined;
  const { persistedQuery } = body.extensions;
  const { operationName = null, variables = null } = body;
  if (!isObject(persistedQuery) || typeof persistedQuery.sha256Hash !== 'string') return undefined;
  if (operationName !== null && typeof operationName !== 'string') return undefined;
  if (variables !== null && !isObject(variables)) return undefined;
  return {
    hash: persistedQuery.sha256Hash,
    operationName: operationName ?? undefined,
    variables: variables ?? undefined,
  };
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
