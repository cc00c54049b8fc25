import { ErrorLink } from '@apollo/client/link/error';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { loginInfo } from '#web/staff/auth/login-info.ts';
import { toastProblem } from '#web/staff/toasts/problem-toast.ts';

/** Marks an operation whose screen shows its problems itself, and toasts what it cannot place. */
export const ownProblems = { context: { ownProblems: true } } as const;

/** Every failed operation becomes a toast (section 8), unless its screen said it would see to it. */
export const problemLink = new ErrorLink(({ error, operation }) => {
  const problem = problemOf(error);
  // The session's end has its own toast.
  const signedOut = problem.status === 401 && loginInfo() === null;
  if (!signedOut && !operation.getContext()['ownProblems']) toastProblem(problem);
});
