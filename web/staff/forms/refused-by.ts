import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import type { SubmitOutcome } from './form.tsx';
import { firstOfEach } from './validate-with.ts';
import { isSessionEnd } from '#web/staff/auth/session-end.ts';
import { problemText, toastProblem } from '#web/staff/toasts/problem-toast.ts';

/** What the server refused goes to its fields; what has none is a toast, and stays above the form. */
export function refusedBy(problem: ClientProblem): SubmitOutcome {
  const fields = firstOfEach(problem.fields ?? {});
  if (Object.keys(fields).length > 0) return { problems: fields };
  if (!isSessionEnd(problem)) toastProblem(problem);
  return { problems: { form: problemText(problem) } };
}
