import type { ApolloClient } from '@apollo/client';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { rowsOf } from '#web/staff/ui/lists/selection.ts';
import {
  ClassesBeforeChangeDocument,
  ClassRowFragmentDoc,
  type ClassesBeforeChangeQuery,
  type ClassRowFragment,
  type SetClassStatusesMutation,
} from '#web/staff/operations.generated.ts';

/** The outcome for one class in a bulk change. */
export type BulkOutcome = SetClassStatusesMutation['setClassStatuses'][number];

const idIn = (id: string) => `Class:${id}`;

/** What a bulk change replaces in a class. */
export type ClassBefore = Pick<ClassRowFragment, 'id' | 'status' | 'endDate'>;

/** Reads classes as they are before a change, for Undo. */
export const classesBefore = (
  client: ApolloClient,
  ids: readonly string[],
  how = {},
): Promise<readonly ClassBefore[]> =>
  rowsOf<ClassBefore>({
    ids,
    cached: (id) =>
      client.cache.readFragment<ClassRowFragment>({
        id: idIn(id),
        fragment: ClassRowFragmentDoc,
        fragmentName: 'ClassRow',
      }),
    read: async (missing) => {
      const query = ClassesBeforeChangeDocument;
      const variables = { ids: missing };
      const { data } = await client.query<ClassesBeforeChangeQuery>({ query, variables, ...noCache, ...how });
      return data?.classesById ?? [];
    },
  });

/** Groups the ids by their value before a change, for Undo. */
export function groupedBy<Value>(
  rows: readonly ClassBefore[],
  valueOf: (row: ClassBefore) => Value,
): ReadonlyMap<Value, string[]> {
  const groups = new Map<Value, string[]>();
  for (const row of rows) groups.set(valueOf(row), [...(groups.get(valueOf(row)) ?? []), row.id]);
  return groups;
}
