import { problemOf } from '#web/shared/apollo/problem.ts';

export type RefusalWords = 'offlineShort' | 'tooMany' | 'waitsForTeacher' | 'classClosedHere';

/** The texts for children by the server's message keys, where another try changes nothing. */
const byKey: ReadonlyMap<string | undefined, RefusalWords> = new Map([
  ['messages.waitsForTeacher', 'waitsForTeacher'],
  ['messages.blockedFromClass', 'classClosedHere'],
]);

/** The text that tells a child why the server did not do it; undefined when it may simply try again. */
export function refusalWords(error: unknown): RefusalWords | undefined {
  const { status, messageKey } = problemOf(error);
  if (status === 0) return 'offlineShort';
  if (status === 429) return 'tooMany';
  return byKey.get(messageKey);
}
