import { useApolloClient } from '@apollo/client/react';
import {
  TextBookVersionFragmentDoc,
  useUpdateLessonsOrderMutation,
  type TextBookVersionFragment,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { writeOrder, type KeptList } from '#web/staff/ui/ordering/kept-list.ts';
import { useOrder } from '#web/staff/ui/ordering/use-order.ts';

/** Moves the units of a textbook. */
export function useUnitOrder(textBookId: string, reload: () => Promise<unknown>) {
  const { cache } = useApolloClient();
  const [updateLessonsOrder] = useUpdateLessonsOrderMutation(ownProblems);
  const list: KeptList = { field: 'textBookUnits', parentId: textBookId };
  return useOrder({
    key: `units of ${textBookId}`,
    show: (into, ids) => writeOrder(into, list, ids),
    send: async (ids) => {
      const book = cache.readFragment<TextBookVersionFragment>({
        id: cache.identify({ __typename: 'TextBook', id: textBookId }),
        fragment: TextBookVersionFragmentDoc,
      });
      await updateLessonsOrder({
        variables: { input: { textBookId, lessonIds: [...ids], version: book?.version ?? 0 } },
        update: (into) => writeOrder(into, list, ids),
      });
    },
    reload,
  });
}
