import i18next from 'i18next';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

interface Undoable {
  /** The toast's text: "Class Sakura was deleted". */
  readonly message: string;
  readonly undo: () => Promise<void>;
  /** Reads the problem of a failed undo, where its reason is not the problem's own message. */
  readonly problemIn?: (error: unknown) => ClientProblem;
}

/** Milliseconds for which the toast offers Undo; the trash keeps deleted things for longer. */
const undoFor = 10_000;

/** Shows a toast with Undo. A failed undo shows its own error. Returns the toast's id. */
export function toastUndo({ message, undo, problemIn = problemOf }: Undoable): number {
  async function run(): Promise<void> {
    try {
      await undo();
      showToast({ message: i18next.t('shell.undone'), severity: 'success' });
    } catch (error) {
      toastProblem(problemIn(error));
    }
  }
  const action = { text: i18next.t('shell.undo'), run };
  return showToast({ message, severity: 'success', autoHideDuration: undoFor, action });
}
