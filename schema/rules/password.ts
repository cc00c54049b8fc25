import { z } from 'zod';
import { means } from '../rest/meanings.ts';

const passwordMinimum = 8;
const passwordMaximum = 128;

/** The form in which passwords are compared: the same letters typed on another keyboard are the same password. */
export const passwordForm = (password: string): string => password.normalize('NFC');

// Letters as people count them, so that an emoji is one.
const lengthOf = (password: string): number => [...passwordForm(password)].length;

/** Section 5's rules of a new password. Spaces and every script are allowed. `guessable-password.ts` rates it. */
const newPassword = means(
  z
    .string({ error: 'messages.passRequire' })
    .min(1, { error: 'messages.passRequire' })
    .refine((password) => password === '' || lengthOf(password) >= passwordMinimum, { error: 'messages.passMinLength' })
    .refine((password) => lengthOf(password) <= passwordMaximum, { error: 'messages.passMaxLength' }),
  { text: 'password' },
);

/** The most characters of an entered existing password, so that nobody can have a megabyte of text hashed. */
export const passwordTyped = 1000;

/** The password that a person has, given again with a change that a stranger at their screen must not make. */
export const ownPassword = means(
  z
    .string({ error: 'messages.ownPasswordRequire' })
    .max(passwordTyped, { error: 'messages.valueTooLong' })
    .nullish()
    .transform((password) => password || null),
  { text: 'ownPassword' },
);

/** The two fields of a form that sets a password. */
export const passwordFields = { password: newPassword, confirmPassword: newPassword };

interface PasswordPair {
  readonly password: string;
  readonly confirmPassword: string;
}

/** For `refine`: the second field repeats the first. */
export const passwordsMatch = ({ password, confirmPassword }: PasswordPair): boolean =>
  passwordForm(password) === passwordForm(confirmPassword);

export const passwordMismatch = { path: ['confirmPassword'], error: 'messages.confirmPasswordField' };
