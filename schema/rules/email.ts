import { z } from 'zod';
import { means } from '../rest/meanings.ts';

let topLevelMaximum = 4;

/** Widens the pattern for schools under long top-level domains (`EMAIL_TOP_LEVEL_MAX`); the spec's own limit is 4. */
export function allowTopLevel(maximum: number): void {
  topLevelMaximum = maximum;
}

/** Section 5: word characters, dashes or dots, an @, then a domain with a top-level part of 2 to 4 characters. */
export function isEmail(text: string): boolean {
  const [local, domain, ...rest] = text.split('@');
  if (local === undefined || domain === undefined || rest.length > 0) return false;
  const labels = domain.split('.');
  const topLevel = labels.at(-1) ?? '';
  return (
    /^[\w.-]+$/.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => /^[\w-]+$/.test(label)) &&
    topLevel.length >= 2 &&
    topLevel.length <= topLevelMaximum
  );
}

/** An e-mail address that must be given. Wide letters, as a Japanese keyboard types them, become narrow ones. */
export const emailAddress = means(
  z
    .string({ error: 'messages.emailRequire' })
    .normalize('NFKC')
    .trim()
    .min(1, { error: 'messages.emailRequire' })
    .max(254, { error: 'messages.invalidEmail' })
    .refine((text) => text === '' || isEmail(text), { error: 'messages.invalidEmail' }),
  { text: 'email' },
);
