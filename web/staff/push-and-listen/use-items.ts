import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ownProblems } from '#web/staff/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/controls/undo.ts';
import {
  PushAndListenItemsDocument,
  useCreatePushAndListenItemMutation,
  useDeletePushAndListenItemMutation,
  useRestorePushAndListenItemMutation,
  useUpdatePushAndListenItemMutation,
  type CreatePushAndListenItemInput,
  type SoundItemFragment,
  type UpdatePushAndListenItemInput,
} from '#web/staff/operations.generated.ts';
import { addItem, removeItem } from './item-cache.ts';

type NewItem = Omit<CreatePushAndListenItemInput, 'contentId'>;

/** What can be done with a content's items. Creating and changing throw, for their forms; a deletion says itself how it went. */
export function useItems(contentId: string) {
  const { t } = useTranslation('push-and-listen');
  const client = useApolloClient();
  const [createItem] = useCreatePushAndListenItemMutation(ownProblems);
  const [updateItem] = useUpdatePushAndListenItemMutation(ownProblems);
  const [deleteItem] = useDeletePushAndListenItemMutation();
  const [restoreItem] = useRestorePushAndListenItemMutation(ownProblems);
  const reload = () =>
    client.query({ query: PushAndListenItemsDocument, variables: { contentId }, fetchPolicy: 'network-only' });

  async function create(item: NewItem): Promise<void> {
    await createItem({
      variables: { input: { ...item, contentId } },
      update: (cache, { data }) => {
        if (data) addItem(cache, contentId, data.createPushAndListenItem.id);
      },
    });
  }

  async function change(input: UpdatePushAndListenItemInput): Promise<void> {
    await updateItem({ variables: { input } });
  }

  async function remove({ id, name }: SoundItemFragment): Promise<void> {
    try {
      await deleteItem({ variables: { id }, update: (cache) => removeItem(cache, contentId, id) });
    } catch {
      // The error link has said it.
      return;
    }
    toastUndo({
      message: t('deleted', { name }),
      undo: async () => {
        await restoreItem({ variables: { id } });
        // It comes back to its place, which only the server knows.
        await reload();
      },
    });
  }

  return { create, change, remove, reload };
}
