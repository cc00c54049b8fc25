import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { pushAndListenFields, pushAndListenRules } from '#schema/rules/push-and-listen.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  emptyValues,
  formRules,
  formValues,
  inputValues,
  type PlainFormValues,
} from '#web/staff/ui/forms/plain-values.ts';
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

type NewItem = Omit<CreatePushAndListenItemInput, 'contentId'>;

/** The changes of a content's items. Creating and changing throw, so that the form shows the problem. */
export function useItems(contentId: string) {
  const { t } = useTranslation('push-and-listen');
  const client = useApolloClient();
  const [createItem] = useCreatePushAndListenItemMutation(ownProblems);
  const [updateItem] = useUpdatePushAndListenItemMutation(ownProblems);
  const [deleteItem] = useDeletePushAndListenItemMutation();
  const [restoreItem] = useRestorePushAndListenItemMutation(ownProblems);

  const reload = () => client.refetchQueries({ include: [PushAndListenItemsDocument] });

  async function create(item: NewItem): Promise<void> {
    await createItem({ variables: { input: { ...item, contentId } } });
  }

  /** Resolves to the stored item. */
  async function change(input: UpdatePushAndListenItemInput): Promise<SoundItemFragment> {
    const { data } = await updateItem({ variables: { input } });
    if (data === undefined) throw new Error('The changed item came back empty');
    return unmask<SoundItemFragment>(data.updatePushAndListenItem);
  }

  async function remove({ id, name }: SoundItemFragment): Promise<void> {
    try {
      await deleteItem({ variables: { id } });
    } catch {
      // The error link has shown the problem.
      return;
    }
    toastUndo({
      message: t('deleted', { name }),
      undo: async () => void (await restoreItem({ variables: { id } })),
    });
  }

  return { create, change, remove, reload };
}

export type Items = ReturnType<typeof useItems>;

/** The values of the item form, checked by `itemFormRules`. The spot is not among them: it is drawn on the page. */
export interface ItemFormValues extends PlainFormValues<typeof pushAndListenFields> {
  audioId: string | null;
}

export const itemFormRules = formRules(pushAndListenRules, pushAndListenFields);

export const newItemValues: ItemFormValues = { ...emptyValues(pushAndListenFields), audioId: null };

/** The values with a sound: of a stored item, and of a valid form. */
export interface FilledItemValues extends ItemFormValues {
  audioId: string;
}

export const valuesOf = (item: SoundItemFragment): FilledItemValues => ({
  ...formValues(item, pushAndListenFields),
  audioId: item.audioId,
});

/** The fields of the form for GraphQL. Without the spot and the file name, which stay where an update leaves them out. */
export const inputOf = ({ audioId, ...values }: FilledItemValues) => ({
  ...inputValues(values, pushAndListenFields),
  audioId,
});
