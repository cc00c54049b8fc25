/*
 * What names of people, profiles, classes and schools must not hold. A stored name from before these rules may be sent back
 * as it is, so the API checks a changed name beside the stored one. No zod: a child's page loads this.
 */

// Controls, separators of lines and paragraphs, and the marks that change the direction of text. Joiners stay: emoji and
// several scripts need them.
const hidden = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const link = /https?:\/\/|www\./i;

/** The message key of the problem with the name of a profile, a class or a school, or null. */
export const nameProblem = (name: string) => (hidden.test(name) ? ('messages.nameHiddenCharacters' as const) : null);

/** The same check for a member of staff. Links are forbidden too, since the name appears in mails to strangers. */
export const staffNameProblem = (name: string) =>
  nameProblem(name) ?? (link.test(name) ? ('messages.nameLink' as const) : null);

export type NameRule = typeof staffNameProblem;

/** The keys by field of names that break the rule; a name that is stored already in `before` passes. */
export function nameErrors(
  names: Readonly<Record<string, string>>,
  rule: NameRule,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [field, name] of Object.entries(names)) {
    const problem = name === before[field] ? null : rule(name);
    if (problem) errors[field] = [problem];
  }
  return errors;
}
