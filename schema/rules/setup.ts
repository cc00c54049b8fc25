import { z } from 'zod';
import { languages } from '../languages.ts';
import { follows, requiredText, text, trimmedText } from '../rest/values.ts';
import * as kinds from '../settings/kinds.ts';
import { linkTokenOf } from './auth.ts';
import { emailAddress } from './email.ts';
import { nameProblem, staffNameProblem } from './names.ts';
import { needed } from './needed.ts';
import { passwordFields, passwordMismatch, passwordsMatch } from './password.ts';
import { wholeNumber } from './whole-number.ts';

/** The school's name and its first administrator, for the page and the command that set it up. */
export const schoolFields = {
  schoolName: requiredText(200, 'messages.schoolNameRequire').superRefine(follows(nameProblem)),
  /** The language of the first administrator's mails and screens, and of mails to people without a chosen language. */
  language: z.enum(languages, { error: 'messages.invalidValue' }),
  firstName: requiredText(200, 'messages.firstNameRequire').superRefine(follows(staffNameProblem)),
  lastName: requiredText(200, 'messages.lastNameRequire').superRefine(follows(staffNameProblem)),
  email: emailAddress,
};

export const schoolRules = z.object(schoolFields);
export type SchoolValues = z.output<typeof schoolRules>;

// One line of a settings file, whose quotes cannot hold every mixture of signs.
const setting = (maximum: number, right: (value: string) => boolean = () => true, wrong = 'messages.invalidValue') =>
  trimmedText(maximum)
    .refine((value) => !/\p{Cc}/u.test(value) && !(value.includes("'") && /["\\$`]/.test(value)), {
      error: 'messages.invalidValue',
    })
    .refine((value) => value === '' || right(value), { error: wrong })
    .nullish();

const like =
  ({ type }: kinds.Kind) =>
  (value: string): boolean =>
    type.safeParse(value).success;

/** The settings of the first-run page, which the printed link opens. A setting that is left out stays as it is. */
const chosenFields = {
  timeZone: setting(100, like(kinds.timeZone), 'messages.invalidTimeZone'),
  publicUrl: setting(500, like(kinds.webAddress), 'messages.invalidAddress'),
  /** True: the server of the `smtp` fields sends mails. False: mails are files on the server. */
  sendsMail: z.boolean({ error: 'messages.invalidValue' }).nullish(),
  smtpHost: setting(253, like(kinds.host), 'messages.invalidHost'),
  smtpPort: wholeNumber({
    from: 1,
    to: 65_535,
    missing: 'messages.smtpPortRequire',
    notWhole: 'messages.invalidPort',
    tooSmall: 'messages.invalidPort',
  }).nullish(),
  /** TLS from the first byte on, as port 465 has it. */
  smtpSecure: z.boolean({ error: 'messages.invalidValue' }).nullish(),
  smtpUser: setting(500),
  smtpPassword: text(1000).nullish(),
  mailFrom: setting(500, (value) => value.includes('@'), 'messages.invalidEmail'),
  /** Media in the bucket of the `s3` fields; false: in a folder on the server. */
  usesBucket: z.boolean({ error: 'messages.invalidValue' }).nullish(),
  s3Endpoint: setting(500, like(kinds.webAddress), 'messages.invalidAddress'),
  s3Region: setting(100),
  s3Bucket: setting(255, (value) => value.length >= 3, 'messages.valueTooShort'),
  s3ForcePathStyle: z.boolean({ error: 'messages.invalidValue' }).nullish(),
  s3AccessKey: setting(500),
  s3SecretAccessKey: setting(1000),
};

export const chosenRules = z.object(chosenFields);
export type ChosenValues = z.output<typeof chosenRules>;

/** The same by the printed link, with the password that the administrator signs in with, and settings. */
export const setUpSchoolRules = z
  .object({ token: linkTokenOf('setupLink'), ...schoolFields, ...passwordFields, ...chosenFields })
  .refine(passwordsMatch, passwordMismatch)
  .refine(({ timeZone }) => timeZone !== '', needed('timeZone', 'messages.timeZoneRequire'))
  .refine(({ publicUrl }) => publicUrl !== '', needed('publicUrl', 'messages.publicUrlRequire'))
  .refine(({ sendsMail, smtpHost }) => !sendsMail || smtpHost, needed('smtpHost', 'messages.smtpHostRequire'))
  .refine(({ sendsMail, smtpPort }) => !sendsMail || smtpPort, needed('smtpPort', 'messages.smtpPortRequire'))
  .refine(
    ({ sendsMail, smtpUser, smtpPassword }) => !sendsMail || smtpUser || !smtpPassword,
    needed('smtpUser', 'messages.smtpUserRequire'),
  )
  .refine(({ usesBucket, s3Bucket }) => !usesBucket || s3Bucket, needed('s3Bucket', 'messages.bucketRequire'))
  .refine(({ usesBucket, s3AccessKey }) => !usesBucket || s3AccessKey, needed('s3AccessKey', 'messages.keyRequire'))
  .refine(
    ({ usesBucket, s3SecretAccessKey }) => !usesBucket || s3SecretAccessKey,
    needed('s3SecretAccessKey', 'messages.keyRequire'),
  );
