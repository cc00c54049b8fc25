import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  useDeleteContentOfUnitMutation,
  useRestoreContentOfUnitMutation,
  type ContentItemFragment,
  type LessonRowFragment,
} from '#web/staff/operations.generated.ts';
import { changeCount, readAnew, takeOut } from '#web/staff/ui/ordering/kept-list.ts';

interface Deletion {
  readonly content: Pick<ContentItemFragment, 'id' | 'name'>;
  readonly unit: Pick<LessonRowFragment, 'id' | 'textBookId'>;
  /** Leaves the screen of the deleted content. */
  readonly leave?: () => void;
}

/** Moves a content to the trash and offers Undo. */
export function useDeleteContent(): (deletion: Deletion) => Promise<void> {
  const { t } = useTranslation('lessons');
  const client = useApolloClient();
  const [deleteContent] = useDeleteContentOfUnitMutation();
  const [restore] = useRestoreContentOfUnitMutation(ownProblems);

  return async function remove({ content: { id, name }, unit, leave }) {
    const count = (by: 1 | -1) => {
      changeCount(client.cache, { of: 'Unit', id: unit.id, field: 'contentCount', by });
      changeCount(client.cache, { of: 'TextBook', id: unit.textBookId, field: 'contentCount', by });
    };
    try {
      await deleteContent({
        variables: { id },
        update: (cache) => takeOut(cache, { field: 'contents', parentId: unit.id }, id),
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
