import { problem } from '#schema/problem.ts';
import { excuses } from './excuses.ts';
import type { TextFields } from './texts.ts';
import { type Answer, tellsInsides } from './insides.ts';

/** What is wrong with the answer to a call that had this text in these fields. */
export function wrongsIn(response: Answer, { operation, fields }: TextFields, text: string): string[] {
  const of = (wrong: string) => `${wrong} for ${JSON.stringify(text)} in ${fields.join(', ')}`;
  if (!isRight(response, operation.name)) return [of(`${response.status} ${response.text}`)];
  return tellsInsides(response, text) ? [of(`${response.text} ${JSON.stringify(response.headers)}`)] : [];
}

function isRight({ status, body }: Answer, name: string): boolean {
  if ((status >= 200 && status < 300) || status === 400) return true;
  const { messageKey } = problem.safeParse(body).data ?? {};
  return (excuses.get(name) ?? []).some((excuse) => excuse.status === status && excuse.messageKey === messageKey);
}

/** Which of these fields are not stored as they were sent. What was only spaces may have become nothing. */
export function changedIn(stored: Readonly<Record<string, unknown>>, { fields }: TextFields, text: string): string[] {
  const sent = text.trim();
  return fields
    .filter((field) => stored[field] !== sent && !(sent === '' && stored[field] === null))
    .map((field) => `${field} was ${JSON.stringify(text)} and is stored as ${JSON.stringify(stored[field])}`);
}
