import i18next from 'i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { isSessionEnd } from '#web/staff/auth/session-end.ts';
import { toastProblem } from '#web/staff/toasts/problem-toast.ts';
import { showToast } from '#web/staff/toasts/toast-store.ts';

interface Undoable {
  /** What was done: "Class Sakura was deleted". */
  readonly message: string;
  readonly undo: () => Promise<void>;
}

/** Milliseconds in which something can be taken back from its toast; the trash has it for longer. */
const undoFor = 10_000;

/** Says what was done, with a way back; a way back that failed says why. Tells the toast's id. */
export function toastUndo({ message, undo }: Undoable): number {
  async function run(): Promise<void> {
    try {
      await undo();
      showToast({ message: i18next.t('shell.undone'), severity: 'success' });
    } catch (error) {
      const problem = problemOf(error);
      if (!isSessionEnd(problem)) toastProblem(problem);
    }
  }
  const action = { text: i18next.t('shell.undo'), run };
  return showToast({ message, severity: 'success', autoHideDuration: undoFor, action });
}
