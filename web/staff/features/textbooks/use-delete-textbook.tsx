import { useApolloClient } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { askedNow } from '#web/staff/platform/apollo/freshness.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { isSessionEnd } from '#web/staff/platform/session/login-info.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  ClassesOfTextBookDocument,
  useDeleteTextBookMutation,
  useRestoreTextBookMutation,
  type ClassesOfTextBookQuery,
} from '#web/staff/operations.generated.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { useBreakingQuestion } from '#web/staff/features/printed-codes/use-breaking-question.tsx';
import { UsedByClasses } from './used-by-classes.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface DeleteTextBook {
  /** `leave` goes where the book is not missed. */
  readonly remove: (book: Named, leave?: () => void) => Promise<void>;
  /** Stands somewhere in the screen: which printed codes break, or why a book cannot go. */
  readonly dialog: ReactNode;
}

/** Puts a textbook into the trash, after a question where printed codes break, and says so with a way back; one that classes use stays, and they are named. */
export function useDeleteTextBook(): DeleteTextBook {
  const { t } = useTranslation('textbooks');
  const { mayBreak, question } = useBreakingQuestion();
  const client = useApolloClient();
  const [used, setUsed] = useState<Named>();
  const update = {};
  const [deleteTextBook] = useDeleteTextBookMutation({ ...ownProblems, ...update });
  const [restore] = useRestoreTextBookMutation({ ...ownProblems, ...update });

  async function remove({ id, name }: Named, leave?: () => void): Promise<void> {
    try {
      const classes = await client.query<ClassesOfTextBookQuery>({
        query: ClassesOfTextBookDocument,
        variables: { textBookId: id },
        ...askedNow,
        ...ownProblems,
      });
      if (classes.data?.classes.totalCount) {
        setUsed({ id, name });
        return;
      }
      if (!(await mayBreak({ by: 'DELETION', id, name, textBookId: id }))) return;
      await deleteTextBook({ variables: { id } });
    } catch (error) {
      const problem = problemOf(error);
      if (problem.messageKey === 'messages.couldNotDelete') setUsed({ id, name });
      else if (!isSessionEnd(problem)) toastProblem(problem);
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
