import { useApolloClient } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetList } from '#web/staff/platform/apollo/cache.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  useDeleteLessonMutation,
  useRestoreLessonMutation,
  type LessonRowFragment,
} from '#web/staff/operations.generated.ts';
import { changeCount, readAnew, takeOut } from '#web/staff/ui/ordering/kept-list.ts';
import { useDeletionQuestion } from '#web/staff/features/printed-codes/use-deletion-question.tsx';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';

interface Deletion {
  readonly unit: LessonRowFragment;
  readonly textBookId: string;
  /** Leaves the screen of the deleted unit. */
  readonly leave?: () => void;
}

interface DeleteLesson {
  readonly remove: (deletion: Deletion) => Promise<void>;
  /** Stands somewhere in the screen. */
  readonly question: ReactNode;
}

/** Moves a unit to the trash, after a question where printed codes break, and offers Undo. */
export function useDeleteLesson(): DeleteLesson {
  const { t } = useTranslation('lessons');
  const client = useApolloClient();
  const { mayDelete, question } = useDeletionQuestion();
  const [deleteLesson] = useDeleteLessonMutation();
  const [restore] = useRestoreLessonMutation(ownProblems);

  async function remove({ unit, textBookId, leave }: Deletion): Promise<void> {
    if (!(await mayDelete({ id: unit.id, name: unitTitle(unit), textBookId }))) return;
    const count = (by: 1 | -1) => {
      const book = { of: 'TextBook', id: textBookId } as const;
      changeCount(client.cache, { ...book, field: 'unitCount', by });
      changeCount(client.cache, { ...book, field: 'contentCount', by: by * unit.contentCount });
    };
    try {
      await deleteLesson({
        variables: { id: unit.id },
        update: (cache) => {
          takeOut(cache, { field: 'textBookUnits', parentId: textBookId }, unit.id);
          forgetList(cache, 'textBooks');
        },
      });
    } catch {
      // The error link has shown it.
      return;
    }
    count(-1);
    leave?.();
    toastUndo({
      message: t('deletedUnit', { name: unitTitle(unit) }),
      undo: async () => {
        await restore({ variables: { id: unit.id }, update: (cache) => forgetList(cache, 'textBooks') });
        count(1);
        await readAnew(client, 'textBookUnits');
      },
    });
  }

  return { remove, question };
}
