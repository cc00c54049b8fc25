import { useApolloClient } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { useDeleteTextBookMutation, useRestoreTextBookMutation } from '#web/staff/operations.generated.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { useBreakingQuestion } from '#web/staff/features/printed-codes/use-breaking-question.tsx';
import { classesOfTextBook } from './classes-of-textbook.ts';
import { UsedByClasses } from './used-by-classes.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface DeleteTextBook {
  /** Deletes a textbook; `leave` leaves the screen of the deleted textbook. */
  readonly remove: (book: Named, leave?: () => void) => Promise<void>;
  /** The dialog, rendered anywhere in the screen: the broken printed codes, or the classes that block the deletion. */
  readonly dialog: ReactNode;
}

/**
 * Moves a textbook to the trash and offers Undo. Asks first if printed codes would break. A textbook that classes use
 * stays, and a dialog names the classes.
 */
export function useDeleteTextBook(): DeleteTextBook {
  const { t } = useTranslation('textbooks');
  const { mayProceed, question } = useBreakingQuestion();
  const client = useApolloClient();
  const [used, setUsed] = useState<Named>();
  const update = {};
  const [deleteTextBook] = useDeleteTextBookMutation({ ...ownProblems, ...update });
  const [restore] = useRestoreTextBookMutation({ ...ownProblems, ...update });

  async function remove({ id, name }: Named, leave?: () => void): Promise<void> {
    try {
      if ((await classesOfTextBook(client, id))?.totalCount) {
        setUsed({ id, name });
        return;
      }
      if (!(await mayProceed({ by: 'DELETION', id, name, textBookId: id }))) return;
      await deleteTextBook({ variables: { id } });
    } catch (error) {
      const problem = problemOf(error);
      if (problem.messageKey === 'messages.couldNotDelete') setUsed({ id, name });
      else toastProblem(problem);
      return;
    }
    leave?.();
    toastUndo({
      message: t('deleted', { name }),
      undo: async () => void (await restore({ variables: { id } })),
    });
  }

  const dialog = used ? <UsedByClasses book={used} onClose={() => setUsed(undefined)} /> : question;
  return { remove, dialog };
}
