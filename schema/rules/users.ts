import { z } from 'zod';
import { roles } from '../access.ts';
import { languages } from '../languages.ts';
import { phoneType } from '../rest/enumerations.ts';
import { means } from '../rest/meanings.ts';
import { externalId, requiredText } from '../rest/values.ts';
import { emailAddress } from './email.ts';
import { phoneDigits, phoneTypeOf } from './phone.ts';

const role = z.enum(roles, {
  error: ({ input }) =>
    input === undefined || input === null || input === '' ? 'messages.roleRequire' : 'messages.invalidValue',
});

const phoneNumber = means(
  z
    .string({ error: 'messages.invalidPhone' })
    .max(40, { error: 'messages.invalidPhone' })
    // Dashes alone are not the same as nothing.
    .refine((typed) => typed.trim() === '' || phoneDigits(typed) !== '', { error: 'messages.invalidPhone' })
    .transform(phoneDigits)
    .refine((digits) => digits === '' || phoneTypeOf(digits) !== undefined, { error: 'messages.invalidPhone' })
    .nullish()
    .transform((digits) => digits || null),
  { text: 'phoneNumber' },
);

/** A name to sign in with instead of the e-mail. It has no @, which is how a sign-in tells the two apart. */
const username = means(
  z
    .string({ error: 'messages.invalidUsername' })
    .transform((typed) => typed.normalize('NFKC').trim())
    .pipe(z.string().regex(/^[^@\s\p{C}]{0,100}$/u, { error: 'messages.invalidUsername' }))
    .nullish()
    .transform((name) => name || null),
  { text: 'username' },
);

const isNumbered = z.looseObject({ phoneNumber: z.string(), phoneType });

/** The plain fields of a member of staff (see `plain-fields.ts`). */
export const userFields = {
  firstName: requiredText(200, 'messages.firstNameRequire'),
  lastName: requiredText(200, 'messages.lastNameRequire'),
};

/** Section 5's rules of a member of staff, for the form and for the API. */
export const userRules = z
  .object({
    email: emailAddress,
    ...userFields,
    role,
    /** In any grouping; stored as digits. */
    phoneNumber,
    /** Left out, the length of the number decides the type. */
    phoneType: phoneType.nullish(),
    /** The language of the person's mails. Left out, a new user gets the inviter's; an existing user's stays. */
    language: z.enum(languages, { error: 'messages.invalidValue' }).nullish(),
    externalId,
    /** Unique, whatever its letter case. */
    username,
  })
  .refine((value) => !value.phoneNumber || !value.phoneType || phoneTypeOf(value.phoneNumber) === value.phoneType, {
    path: ['phoneNumber'],
    error: 'messages.invalidPhone',
    // The rule runs as soon as the number is valid, even when other fields of the form are still missing.
    when: ({ value }) => isNumbered.safeParse(value).success,
  });

export type UserValues = z.output<typeof userRules>;
