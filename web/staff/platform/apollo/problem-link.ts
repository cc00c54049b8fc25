import { ErrorLink } from '@apollo/client/link/error';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { setSecondStepDemand } from '#web/staff/platform/session/login-info.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';

/** Marks an operation whose screen shows its errors itself. */
export const ownProblems = { context: { ownProblems: true } } as const;

/** Shows a toast for every failed operation (section 8), unless it is marked with `ownProblems`. */
export const problemLink = new ErrorLink(({ error, operation }) => {
  const problem = problemOf(error);
  if (problem.messageKey === 'messages.secondStepRequired') {
    // The shell shows the set-up in place of the screen.
    setSecondStepDemand({ from: null, due: true });
    return;
  }
  if (!operation.getContext()['ownProblems']) toastProblem(problem);
});
