import { useApolloClient } from '@apollo/client/react';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import {
  ItemsVersionFragmentDoc,
  useUpdatePushAndListenItemsOrderMutation,
  type ItemsVersionFragment,
} from '#web/staff/operations.generated.ts';
import { useOrder } from '#web/staff/ui/ordering/use-order.ts';
import { orderItems } from './item-cache.ts';

/** Moves the items of a content. */
export function useItemOrder(contentId: string, reload: () => Promise<unknown>) {
  const { cache } = useApolloClient();
  const [updateOrder] = useUpdatePushAndListenItemsOrderMutation(ownProblems);
  return useOrder({
    key: `items of ${contentId}`,
    show: (into, ids) => orderItems(into, contentId, ids),
    send: async (ids) => {
      const content = cache.readFragment<ItemsVersionFragment>({
        id: cache.identify({ __typename: 'Content', id: contentId }),
        fragment: ItemsVersionFragmentDoc,
      });
      await updateOrder({
        variables: { input: { contentId, itemIds: [...ids], version: content?.version ?? 0 } },
        update: (into) => orderItems(into, contentId, ids),
      });
    },
    reload,
  });
}
