import { useApolloClient } from '@apollo/client/react';
import { unmask } from '#web/shared/apollo/masks.ts';
import {
  ClassProfilesDocument,
  type ClassProfileRowFragment,
  type ClassProfilesQuery,
  type ClassProfilesQueryVariables,
} from '#web/staff/operations.generated.ts';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { collectRows } from '#web/staff/ui/lists/selection.ts';

type Asked = Pick<ClassProfilesQueryVariables, 'classId' | 'sort'>;

/** Reads all students of a class as they are now: a ticked student can be on another page of the list, or gone. */
export function useReadStudents(asked: Asked): () => Promise<readonly ClassProfileRowFragment[]> {
  const client = useApolloClient();
  return async () =>
    unmask<ClassProfileRowFragment>(
      await collectRows(async (page) => {
        const { data } = await client.query<ClassProfilesQuery>({
          query: ClassProfilesDocument,
          variables: { ...asked, page },
          ...networkOnly,
        });
        return data?.classProfiles ?? { items: [], totalCount: 0 };
      }),
    );
}
