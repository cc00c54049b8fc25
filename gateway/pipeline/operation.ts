import { persistedOperations } from '#gateway/manifest.generated.ts';

/** One of the web app's own operations, with the hash and the name that the build wrote. */
export type PersistedOperation = (typeof persistedOperations)[number];

export type Variables = Readonly<Record<string, unknown>>;

/** A request for a persisted operation by its hash. */
export interface PersistedRequest {
  readonly operation: PersistedOperation;
  readonly variables: Variables;
}

// The allow-list. The build makes it; nothing is added at run time.
const allowList: ReadonlyMap<string, PersistedOperation> = new Map(
  persistedOperations.map((operation) => [operation.hash, operation]),
);

// Pages of the releases before send the whole sha-256, whose first half is ours.
const hashLength = persistedOperations[0]?.hash.length;

const operationOf = (hash: string): PersistedOperation | undefined => allowList.get(hash.slice(0, hashLength));

/** The text of a persisted operation; undefined for a hash that is not on the allow-list. */
export const persistedText = (hash: string): string | undefined => operationOf(hash)?.text;

const named = new Map(persistedOperations.map((operation) => [operation.name, operation]));

/** The persisted operation of a name; throws where the web app has none. */
export function persistedNamed(name: string): PersistedOperation {
  const operation = named.get(name);
  if (!operation) throw new Error(`the web app has no operation ${name}`);
  return operation;
}

/** The names of the web app's operations. */
export const persistedNames: ReadonlySet<string> = new Set(persistedOperations.map(({ name }) => name));

/**
 * Finds the persisted operation that a body asks for by its hash alone. Undefined for every other body: Apollo Server
 * carries out free-form text and refuses what is malformed.
 */
export function findOperation(body: unknown): PersistedRequest | undefined {
  if (!isObject(body) || body.query !== undefined || !isObject(body.extensions)) return undefined;
  const { persistedQuery } = body.extensions;
  const { operationName = null, variables = null } = body;
  if (!isObject(persistedQuery) || typeof persistedQuery.sha256Hash !== 'string') return undefined;
  const operation = operationOf(persistedQuery.sha256Hash);
  if (!operation || (operationName !== null && operationName !== operation.name)) return undefined;
  if (variables !== null && !isObject(variables)) return undefined;
  return { operation, variables: variables ?? {} };
}

const isObject = (value: unknown): value is Variables =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
