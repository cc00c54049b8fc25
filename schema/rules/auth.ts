import { z } from 'zod';
import { languages } from '../languages.ts';
import { type Entity, means } from '../rest/meanings.ts';
import { requiredText } from '../rest/values.ts';
import { emailAddress, isEmail } from './email.ts';
import { userFields } from './users.ts';
import { signInProof } from './sign-in-proof.ts';
import { ownPassword, passwordFields, passwordMismatch, passwordsMatch, passwordTyped } from './password.ts';

/**
 * The login field takes an e-mail or a username: with an @ it must be an e-mail, without one it is a username. Wide letters,
 * as a Japanese keyboard types them, become narrow ones.
 */
const emailOrUsername = z
  .string({ error: 'messages.emailRequire' })
  .normalize('NFKC')
  .trim()
  .min(1, { error: 'messages.emailRequire' })
  .max(254, { error: 'messages.invalidEmail' })
  .refine((text) => !text.includes('@') || text === '' || isEmail(text), { error: 'messages.invalidEmail' });

export const loginRules = z.object({
  email: emailOrUsername,
  password: z
    .string({ error: 'messages.passRequire' })
    .min(1, { error: 'messages.passRequire' })
    .max(passwordTyped, { error: 'messages.valueTooLong' }),
  rememberMe: z.boolean().default(false),
  /** The solution that a refusal with `messages.proofNeeded` demands. */
  proof: signInProof.nullish(),
});
export type LoginValues = z.input<typeof loginRules>;

const language = z.enum(languages, { error: 'messages.invalidValue' });

/** The request finds an account by its e-mail only: a username would reveal whose address it is. */
export const forgotPasswordRules = z.object({
  email: emailAddress,
  /** The language of the mail; by default the account's own. */
  language: language.nullish(),
});

/** The token at the end of a mailed link. */
export const linkTokenOf = (link: Entity) =>
  means(z.string({ error: 'messages.linkInvalid' }).regex(/^[\w-]{1,200}$/, { error: 'messages.linkInvalid' }), {
    entity: link,
    field: 'token',
  });

/** A new password, typed twice, by the token of a reset link. */
export const updatePasswordRules = z
  .object({ token: linkTokenOf('resetLink'), ...passwordFields })
  .refine(passwordsMatch, passwordMismatch);

/** A first password by the token of an invitation; names and language where they are to be others. */
export const acceptInvitationRules = z
  .object({
    token: linkTokenOf('invitationLink'),
    ...passwordFields,
    /** The defaults are the values of the invitation. */
    firstName: requiredText(200, 'messages.firstNameRequire').nullish(),
    lastName: requiredText(200, 'messages.lastNameRequire').nullish(),
    language: language.nullish(),
  })
  .refine(passwordsMatch, passwordMismatch);

/** One's own new password, typed twice, with the current password. */
export const changePasswordRules = z
  .object({ currentPassword: ownPassword, ...passwordFields })
  .refine(passwordsMatch, passwordMismatch);

/** The fields that people change in their own account. */
export const myAccountRules = z.object({
  firstName: userFields.firstName,
  lastName: userFields.lastName,
  /** The language of the person's mails. */
  language,
});

/** A new e-mail by the token that was mailed to it. */
export const confirmEmailRules = z.object({ token: linkTokenOf('emailLink'), password: ownPassword });
