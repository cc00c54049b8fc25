import { useEffect } from 'react';
import { unmask } from '#web/shared/apollo/masks.ts';
import { useClassProfilesQuery, type ClassProfileRowFragment } from '#web/staff/operations.generated.ts';

const size = 100;

interface AllProfiles {
  /** Sorted by number, then by name; undefined until all pages are loaded. */
  readonly profiles: readonly ClassProfileRowFragment[] | undefined;
  readonly refetch: () => void;
}

/** All profiles of a class, a hundred at a time. */
export function useAllProfiles(classId: string): AllProfiles {
  const variables = { classId, page: { number: 1, size }, sort: [{ field: 'NUMBER' as const }] };
  const { data, fetchMore, refetch } = useClassProfilesQuery({ variables });
  const found = data?.classProfiles;
  const missing = found !== undefined && found.items.length > 0 && found.items.length < found.totalCount;
  const next = Math.ceil((found?.items.length ?? 0) / size) + 1;
  useEffect(() => {
    if (!missing) return;
    const more = fetchMore({
      variables: { page: { number: next, size } },
      updateQuery: (before, { fetchMoreResult: { classProfiles: after } }) => ({
        classProfiles: {
          ...after,
          items: [...before.classProfiles.items, ...after.items],
          // An empty page is the end of the list, even if the earlier total was higher.
          totalCount: after.items.length === 0 ? before.classProfiles.items.length : after.totalCount,
        },
      }),
    });
    // The error link has shown the problem; a reload tries again.
    more.catch(() => undefined);
  }, [missing, next, fetchMore]);
  return {
    profiles: found && !missing ? unmask<ClassProfileRowFragment>(found.items) : undefined,
    // The error link shows a failure.
    refetch: () => void refetch().catch(() => undefined),
  };
}
