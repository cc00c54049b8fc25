import { useTranslation } from 'react-i18next';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { useDeleteClassMutation, useRestoreClassMutation } from '#web/staff/operations.generated.ts';

interface Named {
  readonly id: string;
  readonly className: string;
}

/** Moves a class to the trash and offers Undo. `leave` leaves the screen of the deleted class. */
export function useDeleteClass(): (found: Named, leave?: () => void) => Promise<void> {
  const { t } = useTranslation('classes');
  const [deleteClass] = useDeleteClassMutation();
  const [restore] = useRestoreClassMutation(ownProblems);
  return async function remove({ id, className }, leave) {
    try {
      await deleteClass({ variables: { id } });
    } catch {
      // The error link has shown the problem.
      return;
    }
    leave?.();
    toastUndo({
      message: t('deleted', { className }),
      undo: async () => void (await restore({ variables: { id } })),
    });
  };
}
