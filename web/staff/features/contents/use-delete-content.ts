import { useApolloClient } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  useDeleteContentOfUnitMutation,
  useRestoreContentOfUnitMutation,
  type ContentItemFragment,
  type LessonRowFragment,
} from '#web/staff/operations.generated.ts';
import { useDeletionQuestion } from '#web/staff/features/printed-codes/use-deletion-question.tsx';
import { changeCount, readAnew, takeOut } from '#web/staff/ui/ordering/kept-list.ts';

interface Deletion {
  readonly content: Pick<ContentItemFragment, 'id' | 'name'>;
  readonly unit: Pick<LessonRowFragment, 'id' | 'textBookId'>;
  /** Leaves the screen of the deleted content. */
  readonly leave?: () => void;
}

interface DeleteContent {
  readonly remove: (deletion: Deletion) => Promise<void>;
  /** Stands somewhere in the screen. */
  readonly question: ReactNode;
}

/** Moves a content to the trash, after a question where printed codes break, and offers Undo. */
export function useDeleteContent(): DeleteContent {
  const { t } = useTranslation('lessons');
  const client = useApolloClient();
  const { mayDelete, question } = useDeletionQuestion();
  const [deleteContent] = useDeleteContentOfUnitMutation();
  const [restore] = useRestoreContentOfUnitMutation(ownProblems);

  async function remove({ content: { id, name }, unit, leave }: Deletion): Promise<void> {
    if (!(await mayDelete({ id, name, textBookId: unit.textBookId }))) return;
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
  }

  return { remove, question };
}
