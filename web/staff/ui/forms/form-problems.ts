import type { z } from 'zod';
import { fieldErrors } from '#schema/problem.ts';
import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { lastingProblem, problemText, toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';

/** Maps a field to the message key of its first problem. */
export type FieldProblems = Record<string, string>;

export interface Saved {
  /** Says that the form is saved, by a toast or on this screen. */
  readonly saved: () => void;
  /** Leads to the next screen. A user who left the form while it was saving stays where they are. */
  readonly next?: (() => void) | undefined;
  /** The values that the server has now. Present when the form stays on the screen for further changes. */
  readonly stored?: object;
}

/** The server refused the form: the problems by field. Or the form is saved. */
export type SubmitOutcome = { readonly problems: FieldProblems } | Saved;

/** final-form's `validate` for a zod schema: returns a message key for each bad field. */
export const validateWith =
  (rules: z.ZodType) =>
  (values: unknown): FieldProblems => {
    const result = rules.safeParse(values);
    return result.success ? {} : firstOfEach(fieldErrors(result.error));
  };

/** The first message key of each field. A problem inside a list belongs to the list's field. */
export function firstOfEach(errors: Readonly<Record<string, readonly string[]>>): FieldProblems {
  const problems: FieldProblems = {};
  for (const [path, [key]] of Object.entries(errors)) {
    const field = path.split('.')[0] ?? path;
    if (key !== undefined) problems[field] ??= key;
  }
  return problems;
}

/** Puts the server's errors on their fields. An error without a field becomes a toast and stays above the form. */
export function refusedBy(problem: ClientProblem): SubmitOutcome {
  const fields = firstOfEach(problem.fields ?? {});
  if (Object.keys(fields).length > 0) return { problems: worded(fields, problem) };
  toastProblem(problem);
  return { problems: { form: lastingProblem(problem) } };
}

// A message with values is translated here, where its values are known; the others follow the page's language.
function worded(fields: FieldProblems, problem: ClientProblem): FieldProblems {
  const inWords = (key: string) =>
    key === problem.messageKey && messageText(key) === undefined ? problemText(problem) : key;
  return Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, inWords(key)]));
}
