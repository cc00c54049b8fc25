import { z } from 'zod';
import { languages } from '../languages.ts';
import { requiredText } from '../rest/values.ts';
import { linkToken } from './auth.ts';
import { passwordFields, passwordMismatch, passwordsMatch } from './password.ts';
import { emailAddress } from './users.ts';

/** What a school is called and who is its first administrator, however it is set up. */
export const schoolFields = {
  schoolName: requiredText(200, 'messages.schoolNameRequire'),
  /** Of the first administrator's mails and screens, and of mails to people who have chosen none. */
  language: z.enum(languages, { error: 'messages.invalidValue' }),
  firstName: requiredText(200, 'messages.firstNameRequire'),
  lastName: requiredText(200, 'messages.lastNameRequire'),
  email: emailAddress,
};

export const schoolRules = z.object(schoolFields);
export type SchoolValues = z.output<typeof schoolRules>;

/** The same by the printed link, with the password that the administrator signs in with. */
export const setUpSchoolRules = z
  .object({ token: linkToken, ...schoolFields, ...passwordFields })
  .refine(passwordsMatch, passwordMismatch);
