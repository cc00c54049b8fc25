import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  useDeleteContentOfUnitMutation,
  useRestoreContentOfUnitMutation,
  type ContentItemFragment,
} from '#web/staff/operations.generated.ts';
import { changeCount, readAnew, takeOut } from '#web/staff/ui/ordering/kept-list.ts';

interface Deletion {
  readonly content: Pick<ContentItemFragment, 'id' | 'name'>;
  readonly lessonId: string;
  /** Leaves the screen of the deleted content. */
  readonly leave?: () => void;
}

/** Moves a content to the trash and offers Undo. */
export function useDeleteContent(): (deletion: Deletion) => Promise<void> {
  const { t } = useTranslation('lessons');
  const client = useApolloClient();
  const [deleteContent] = useDeleteContentOfUnitMutation();
  const [restore] = useRestoreContentOfUnitMutation(ownProblems);

  return async function remove({ content: { id, name }, lessonId, leave }) {
    const count = (by: 1 | -1) => changeCount(client.cache, { of: 'Lesson', id: lessonId, field: 'contentCount', by });
    try {
      await deleteContent({
        variables: { id },
        update: (cache) => takeOut(cache, { field: 'contents', parentId: lessonId }, id),
      });
    } catch {
      // The error link has shown it.
      return;
    }
    count(-1);
    leave?.();
    toastUndo({
      message: t('deletedContent', { name }),
      undo: async () => {
        await restore({ variables: { id } });
        count(1);
        await readAnew(client, 'contents');
      },
    });
  };
}
