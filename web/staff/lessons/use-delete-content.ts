import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ownProblems } from '#web/staff/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/controls/undo.ts';
import {
  useDeleteContentOfUnitMutation,
  useRestoreContentOfUnitMutation,
  type ContentItemFragment,
} from '#web/staff/operations.generated.ts';
import { changeCount, readAnew } from '#web/staff/ordering/list-counts.ts';
import { takeOut } from '#web/staff/ordering/list-order.ts';

interface Deletion {
  readonly content: Pick<ContentItemFragment, 'id' | 'name'>;
  readonly lessonId: string;
  /** Goes where the content is not missed. */
  readonly leave?: () => void;
}

/** Puts a content into the trash and says so with a way back. */
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
      // The error link has said it.
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
