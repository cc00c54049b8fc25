import type { ApolloCache } from '@apollo/client';
import {
  ClassRowFragmentDoc,
  type ClassRowFragment,
  type SetClassStatusesMutation,
} from '#web/staff/operations.generated.ts';

/** The outcome for one class in a bulk change. */
export type BulkOutcome = SetClassStatusesMutation['setClassStatuses'][number];

const idIn = (id: string) => `Class:${id}`;

/** Reads a class from the cache; null if no list has loaded the class. */
export const classRowIn = (cache: ApolloCache, id: string): ClassRowFragment | null =>
  cache.readFragment<ClassRowFragment>({ id: idIn(id), fragment: ClassRowFragmentDoc, fragmentName: 'ClassRow' });

/** Groups the ids by their value before a change, for Undo. */
export function groupedBy<Value>(
  rows: readonly ClassRowFragment[],
  valueOf: (row: ClassRowFragment) => Value,
): ReadonlyMap<Value, string[]> {
  const groups = new Map<Value, string[]>();
  for (const row of rows) groups.set(valueOf(row), [...(groups.get(valueOf(row)) ?? []), row.id]);
  return groups;
}
