import type { ApolloCache } from '@apollo/client';
import {
  ClassRowFragmentDoc,
  type ClassRowFragment,
  type SetClassStatusesMutation,
} from '#web/staff/operations.generated.ts';

/** What became of one class in a change of many. */
export type BulkOutcome = SetClassStatusesMutation['setClassStatuses'][number];

const idIn = (id: string) => `Class:${id}`;

/** A class as a list brought it, or nothing when none did. */
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
