import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  useDeleteLessonMutation,
  useRestoreLessonMutation,
  type LessonRowFragment,
} from '#web/staff/operations.generated.ts';
import { useBreakingQuestion } from '#web/staff/features/printed-codes/use-breaking-question.tsx';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';

interface Deletion {
  readonly unit: Pick<LessonRowFragment, 'id' | 'number' | 'title' | 'name'>;
  readonly textBookId: string;
  /** Leaves the screen of the deleted unit. */
  readonly leave?: () => void;
}

interface DeleteLesson {
  readonly remove: (deletion: Deletion) => Promise<void>;
  /** The dialog, rendered anywhere in the screen. */
  readonly question: ReactNode;
}

/** Moves a unit to the trash, after a question where printed codes break, and offers Undo. */
export function useDeleteLesson(): DeleteLesson {
  const { t } = useTranslation('lessons');
  const { mayProceed, question } = useBreakingQuestion();
  const [deleteLesson] = useDeleteLessonMutation();
  const [restore] = useRestoreLessonMutation(ownProblems);

  async function remove({ unit, textBookId, leave }: Deletion): Promise<void> {
    if (!(await mayProceed({ by: 'DELETION', id: unit.id, name: unitTitle(unit), textBookId }))) return;
    try {
      await deleteLesson({ variables: { id: unit.id } });
    } catch {
      // The error link has shown the problem.
      return;
    }
    leave?.();
    toastUndo({
      message: t('deletedUnit', { name: unitTitle(unit) }),
      undo: async () => void (await restore({ variables: { id: unit.id } })),
    });
  }

  return { remove, question };
}
