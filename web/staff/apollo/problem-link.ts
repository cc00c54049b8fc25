import { ErrorLink } from '@apollo/client/link/error';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { isSessionEnd } from '#web/staff/auth/session-end.ts';
import { toastProblem } from '#web/staff/toasts/problem-toast.ts';

/** Marks an operation whose screen shows its problems itself, and toasts what it cannot place. */
export const ownProblems = { context: { ownProblems: true } } as const;

/** Every failed operation becomes a toast (section 8), unless its screen said it would see to it. */
export const problemLink = new ErrorLink(({ error, operation }) => {
  const problem = problemOf(error);
  if (!isSessionEnd(problem) && !operation.getContext()['ownProblems']) toastProblem(problem);
});
