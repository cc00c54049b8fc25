import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { pushAndListenFields, pushAndListenRules } from '#schema/rules/push-and-listen.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  emptyValues,
  formRules,
  formValues,
  inputValues,
  type PlainFormValues,
  type PlainInput,
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

  async function change(input: UpdatePushAndListenItemInput): Promise<void> {
    await updateItem({ variables: { input } });
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

/** The values of the item form, checked by `itemFormRules`. The spot is not among them: it is drawn on the page. */
export interface ItemFormValues extends PlainFormValues<typeof pushAndListenFields> {
  audioId: string | null;
}

export const itemFormRules = formRules(pushAndListenRules, pushAndListenFields);

export const newItemValues: ItemFormValues = { ...emptyValues(pushAndListenFields), audioId: null };

export const valuesOf = (item: SoundItemFragment): ItemFormValues => ({
  ...formValues(item, pushAndListenFields),
  audioId: item.audioId,
});

/** The values of a valid form. */
export type FilledItem = PlainInput<typeof pushAndListenFields> & { readonly audioId: string };

type ItemInput = Omit<Required<CreatePushAndListenItemInput>, 'contentId' | 'idempotencyKey'>;

/** Converts a cached spot to GraphQL's input, which takes the sides alone. */
const spotOf = (spot: SoundItemFragment['spot']) =>
  spot && { x: spot.x, y: spot.y, width: spot.width, height: spot.height };

/** The update input of an item with some fields changed. A new sound brings its own file name. */
export function changedItem(item: SoundItemFragment, change: Partial<FilledItem & Pick<ItemInput, 'spot'>>) {
  const { id, version, audioId } = item;
  const kept = inputValues(formValues(item, pushAndListenFields), pushAndListenFields);
  const isSame = change.audioId === undefined || change.audioId === audioId;
  const fileName = isSame ? item.fileName : null;
  return { id, version, ...kept, audioId, fileName, spot: spotOf(item.spot), ...change };
}
