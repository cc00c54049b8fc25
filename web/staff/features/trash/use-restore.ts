import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { forgetStale, staleLater } from '#web/staff/platform/apollo/stale-link.ts';
import { effects } from '#web/staff/platform/apollo/stale-lists.ts';
import { isSessionEnd } from '#web/staff/platform/session/login-info.ts';
import { useRestoreFromTrashMutation, type TrashRowFragment } from '#web/staff/operations.generated.ts';
import { problemText, toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { itemsOf, trashKinds } from './trash-kinds.ts';

/** Restores one row or many. Rows that cannot be restored stay, and a toast gives the reason. */
export function useRestore() {
  const { t } = useTranslation('trash');
  const navigate = useNavigate();
  const client = useApolloClient();
  const [restore] = useRestoreFromTrashMutation(ownProblems);

  async function restoreOne({ kind, id, name }: Pick<TrashRowFragment, 'kind' | 'id' | 'name'>): Promise<void> {
    try {
      await restore({ variables: { input: { kind, id } } });
    } catch (error) {
      toastProblem(problemOf(error));
      return;
    }
    const { pathOf } = { pathOf: undefined, ...trashKinds[kind] };
    const action = pathOf && { text: t('open'), run: () => void navigate(pathOf(id)) };
    showToast({ message: t('restored', { name }), severity: 'success', autoHideDuration: 6000, action });
  }

  /** Restores the rows one after the other, because a part can be restored only after its whole. */
  async function restoreMany(keys: readonly string[]): Promise<void> {
    const items = itemsOf(keys);
    const restored: string[] = [];
    let refused: ClientProblem | undefined;
    for (const { kind, id } of items) {
      try {
        await restore({ variables: { input: { kind, id } }, context: { ...ownProblems.context, ...staleLater } });
        restored.push(id);
      } catch (error) {
        refused ??= problemOf(error);
        if (!isRefusal(problemOf(error))) break;
      }
    }
    const count = restored.length;
    // After a refusal, the trash on the screen is out of date.
    if (count > 0 || (refused && isRefusal(refused))) forgetStale(client, effects.RestoreFromTrash, restored);
    if (refused === undefined) showToast({ message: t('restoredMany', { count }), severity: 'success' });
    else if (count === 0) toastProblem(refused);
    else if (!isSessionEnd(refused)) {
      const message = t('restoredSome', { count, total: items.length, reason: problemText(refused) });
      showToast({ message, severity: 'warning', autoHideDuration: 8000 });
    }
  }

  return { restoreOne, restoreMany };
}

/** True for a refusal of one row; the other rows can still be restored. Any other problem would affect all rows. */
const isRefusal = ({ status }: ClientProblem): boolean => [403, 404, 409].includes(status);
