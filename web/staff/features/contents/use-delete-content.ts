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
import { useBreakingQuestion } from '#web/staff/features/printed-codes/use-breaking-question.tsx';

interface Deletion {
  readonly content: Pick<ContentItemFragment, 'id' | 'name'>;
  readonly unit: Pick<LessonRowFragment, 'id' | 'textBookId'>;
  /** Leaves the screen of the deleted content. */
  readonly leave?: () => void;
}

interface DeleteContent {
  readonly remove: (deletion: Deletion) => Promise<void>;
  /** The dialog, rendered anywhere in the screen. */
  readonly question: ReactNode;
}

/** Moves a content to the trash, after a question where printed codes break, and offers Undo. */
export function useDeleteContent(): DeleteContent {
  const { t } = useTranslation('lessons');
  const { mayProceed, question } = useBreakingQuestion();
  const [deleteContent] = useDeleteContentOfUnitMutation();
  const [restore] = useRestoreContentOfUnitMutation(ownProblems);

  async function remove({ content: { id, name }, unit, leave }: Deletion): Promise<void> {
    if (!(await mayProceed({ by: 'DELETION', id, name, textBookId: unit.textBookId }))) return;
    try {
      await deleteContent({ variables: { id } });
    } catch {
      // The error link has shown the problem.
      return;
    }
    leave?.();
    toastUndo({
      message: t('deletedContent', { name }),
      undo: async () => void (await restore({ variables: { id } })),
    });
  }

  return { remove, question };
}
