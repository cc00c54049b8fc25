import { useTranslation } from 'react-i18next';
import { forgetList } from '#web/staff/apollo/cache.ts';
import { ownProblems } from '#web/staff/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/controls/undo.ts';
import { useDeleteClassMutation, useRestoreClassMutation } from '#web/staff/operations.generated.ts';

interface Named {
  readonly id: string;
  readonly className: string;
}

/** Puts a class into the trash and says so with a way back. `leave` goes where the class is not missed. */
export function useDeleteClass(): (found: Named, leave?: () => void) => Promise<void> {
  const { t } = useTranslation('classes');
  const [deleteClass] = useDeleteClassMutation({ update: (cache) => forgetList(cache, 'classes', 'allClasses') });
  const [restore] = useRestoreClassMutation({
    ...ownProblems,
    update: (cache) => forgetList(cache, 'classes', 'allClasses'),
  });
  return async function remove({ id, className }, leave) {
    try {
      await deleteClass({ variables: { id } });
    } catch {
      // The error link has said it.
      return;
    }
    leave?.();
    toastUndo({
      message: t('deleted', { className }),
      undo: async () => void (await restore({ variables: { id } })),
    });
  };
}
