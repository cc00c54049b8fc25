import { useApolloClient } from '@apollo/client/react';
import {
  LessonVersionFragmentDoc,
  useUpdateContentsOrderMutation,
  type LessonVersionFragment,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { writeOrder, type KeptList } from '#web/staff/ui/ordering/kept-list.ts';
import { useOrder } from '#web/staff/ui/ordering/use-order.ts';

/** Moves the contents of a unit. */
export function useContentOrder(lessonId: string, reload: () => Promise<unknown>) {
  const { cache } = useApolloClient();
  const [updateContentsOrder] = useUpdateContentsOrderMutation(ownProblems);
  const list: KeptList = { field: 'contents', parentId: lessonId };
  return useOrder({
    key: `contents of ${lessonId}`,
    show: (into, ids) => writeOrder(into, list, ids),
    send: async (ids) => {
      const unit = cache.readFragment<LessonVersionFragment>({
        id: cache.identify({ __typename: 'Unit', id: lessonId }),
        fragment: LessonVersionFragmentDoc,
      });
      await updateContentsOrder({
        variables: { input: { lessonId, contentIds: [...ids], version: unit?.version ?? 0 } },
        update: (into) => writeOrder(into, list, ids),
      });
    },
    reload,
  });
}
