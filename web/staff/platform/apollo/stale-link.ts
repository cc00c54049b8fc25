import {
  ApolloLink,
  type ApolloCache,
  type ApolloClient,
  type DocumentNode,
  type ObservableQuery,
  type OperationVariables,
} from '@apollo/client';
import { OperationTypeNode, type GraphQLFormattedError } from 'graphql';
import { finalize, tap } from 'rxjs';
import type { Effect, Stale } from './stale-fields.ts';
import { effectOf, staleAlways } from './stale-lists.ts';

/** Marks a mutation of many in a row, after the last of which the caller calls `forgetStale` for all. */
export const staleLater = { staleLater: true } as const;

/** After a mutation, evicts the fields that `effects` lists for it and refetches the open queries that show them. */
export const staleLink = new ApolloLink((operation, forward) => {
  const { operationName = '', operationType, client, variables } = operation;
  if (operationType !== OperationTypeNode.MUTATION || operation.getContext()['staleLater']) return forward(operation);
  let after: Effect | undefined;
  return forward(operation).pipe(
    tap({
      next: ({ data, errors = [] }) => {
        const effect = effectOf(operationName, rowTypeIn(data));
        // After a conflict the lists are out of date, but this mutation removed no row.
        if (errors.length === 0) after = effect;
        else if (errors.some(isTooLate)) after = { ...effect, removes: false };
      },
    }),
    // When `finalize` runs, Apollo Client has written the response. After an error it unsubscribes without `complete`.
    finalize(() => after && forgetStale(client, after, rowsIn(variables))),
  );
});

const isTooLate = ({ extensions }: GraphQLFormattedError): boolean =>
  extensions?.['status'] === 404 || extensions?.['status'] === 409;

/** The type of the row that a mutation of one field responds with. */
function rowTypeIn(data: unknown): string | undefined {
  const [row] = isObject(data) ? Object.values(data) : [];
  return isObject(row) && typeof row['__typename'] === 'string' ? row['__typename'] : undefined;
}

const rowsIn = (variables: OperationVariables): readonly string[] => {
  const { id, input } = variables as { readonly id?: unknown; readonly input?: { readonly id?: unknown } };
  const row = id ?? input?.id;
  return typeof row === 'string' ? [row] : [];
};

let timesForgotten = 0;

/** A number that each mutation changes. If it changed while a query was under way, the answer may be out of date. */
export const staleMark = (): number => timesForgotten;

interface Shown {
  readonly query: DocumentNode;
  readonly variables: OperationVariables;
  readonly data: unknown;
}

/**
 * Evicts the stale fields. Open queries keep their rows until the refetch answers, so that the screen does not flicker.
 * Lists of closed screens are evicted for good, so that a later visit shows no old rows.
 */
export function forgetStale(client: ApolloClient, { stale, removes }: Effect, rows: readonly string[] = []): void {
  timesForgotten += 1;
  const { cache } = client;
  const fields = [...stale, ...staleAlways];
  const open = askedBy(client, fields);
  cache.batch({
    update: () => {
      const shown = open.flatMap(({ query, variables }): Shown[] => {
        const data: unknown = cache.readQuery({ query, variables });
        return data === null ? [] : [{ query, variables, data: removes ? without(data, rows) : data }];
      });
      evict(cache, fields);
      for (const one of shown) cache.writeQuery(one);
    },
  });
  cache.gc();
  // The error link shows a failure; the screen keeps its rows.
  for (const query of open) query.refetch().catch(() => undefined);
}

/**
 * Deletes fields in the base layer of the cache. `cache.evict` would delete them in the optimistic layers too, and
 * those layers would then hide the refetched data.
 */
function evict(cache: ApolloCache, fields: readonly Stale[]): void {
  const rows = Object.keys(cache.extract() as object);
  for (const field of fields) {
    const [type = '', fieldName] = field.split('.');
    if (fieldName === undefined) forget(cache, 'ROOT_QUERY', type);
    else for (const id of rows) if (id.startsWith(`${type}:`)) forget(cache, id, fieldName);
  }
}

const forget = (cache: ApolloCache, id: string, field: string): boolean =>
  cache.modify({ id, optimistic: false, fields: { [field]: (_: unknown, { DELETE }) => DELETE } });

/** The queries on the screen that show one of the fields. */
function askedBy(client: ApolloClient, fields: readonly Stale[]): readonly ObservableQuery[] {
  const open: ObservableQuery[] = [];
  void client.refetchQueries({
    updateCache: (cache) => evict(cache, fields),
    // The eviction runs in a temporary optimistic layer, which Apollo Client drops afterwards.
    optimistic: true,
    onQueryUpdated: (query) => {
      open.push(query);
      return false;
    },
  });
  return open;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A copy of the response without the rows; the total of each list is lowered by the rows removed from it. */
function without(value: unknown, ids: readonly unknown[]): unknown {
  if (Array.isArray(value))
    return value.filter((one) => !isObject(one) || !ids.includes(one['id'])).map((one) => without(one, ids));
  if (!isObject(value)) return value;
  const { items, totalCount } = value;
  const kept = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner, ids)]));
  if (!Array.isArray(items) || typeof totalCount !== 'number') return kept;
  const removedCount = items.length - (Array.isArray(kept['items']) ? kept['items'].length : 0);
  return { ...kept, totalCount: totalCount - removedCount };
}
