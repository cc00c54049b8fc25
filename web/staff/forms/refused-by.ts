import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import type { SubmitOutcome } from './form.tsx';
import { firstOfEach, type FieldProblems } from './validate-with.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { isSessionEnd } from '#web/staff/auth/session-end.ts';
import { lastingProblem, problemText, toastProblem } from '#web/staff/toasts/problem-toast.ts';

/** What the server refused goes to its fields; what has none is a toast, and stays above the form. */
export function refusedBy(problem: ClientProblem): SubmitOutcome {
  const fields = firstOfEach(problem.fields ?? {});
  if (Object.keys(fields).length > 0) return { problems: worded(fields, problem) };
  if (!isSessionEnd(problem)) toastProblem(problem);
  return { problems: { form: lastingProblem(problem) } };
}

// A message that names something is put in words here, where its names are known; the others follow the language.
function worded(fields: FieldProblems, problem: ClientProblem): FieldProblems {
  const inWords = (key: string) =>
    key === problem.messageKey && messageText(key) === undefined ? problemText(problem) : key;
  return Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, inWords(key)]));
}
