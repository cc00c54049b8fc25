import type { ApolloCache } from '@apollo/client';
import { forgetList } from '#web/staff/platform/apollo/cache.ts';
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

/**
 * Writes a bulk change into the cached rows, and evicts the lists, whose filter or order the change may touch. The next
 * detail query brings the versions.
 */
export function noteChange(
  cache: ApolloCache,
  results: readonly BulkOutcome[],
  change: Partial<Pick<ClassRowFragment, 'status' | 'endDate'>>,
): void {
  for (const { id, messageKey } of results) {
    if (messageKey !== null) continue;
    cache.modify({
      id: idIn(id),
      fields: {
        ...Object.fromEntries(Object.entries(change).map(([field, value]) => [field, () => value])),
        version: (_: unknown, { DELETE }) => DELETE,
      },
    });
  }
  forgetList(cache, 'classes', 'allClasses');
}

/** Groups the ids by their value before a change, for Undo. */
export function groupedBy<Value>(
  rows: readonly ClassRowFragment[],
  valueOf: (row: ClassRowFragment) => Value,
): ReadonlyMap<Value, string[]> {
  const groups = new Map<Value, string[]>();
  for (const row of rows) groups.set(valueOf(row), [...(groups.get(valueOf(row)) ?? []), row.id]);
  return groups;
}
