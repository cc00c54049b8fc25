import { z } from 'zod';
import { isEmail } from './email.ts';

/** The login field takes an e-mail or a username: with an @ it must be an e-mail, without one it is a username. */
const emailOrUsername = z
  .string({ error: 'messages.emailRequire' })
  .trim()
  .min(1, { error: 'messages.emailRequire' })
  .max(254, { error: 'messages.invalidEmail' })
  .refine((text) => !text.includes('@') || text === '' || isEmail(text), { error: 'messages.invalidEmail' });

export const loginRules = z.object({
  email: emailOrUsername,
  // The upper bound keeps a megabyte of text away from the password hash.
  password: z
    .string({ error: 'messages.passRequire' })
    .min(1, { error: 'messages.passRequire' })
    .max(1000, { error: 'messages.valueTooLong' }),
  rememberMe: z.boolean().default(false),
});
export type LoginValues = z.input<typeof loginRules>;
