import { z } from 'zod';
import { setUpSchoolRules } from '#schema/rules/setup.ts';
import { typedNumber } from '#web/staff/ui/forms/parse-typed.ts';
import type { FirstRunQuery, SetUpSchoolInput } from '#web/staff/operations.generated.ts';
import { type NewPassword, noPassword } from '#web/staff/features/auth/password/new-password-fields.tsx';

export type FirstRun = FirstRunQuery['firstRun'];

/** The values of the first-run form; null is a setting that stays unchanged. */
export interface FirstRunValues extends NewPassword {
  readonly token: string;
  readonly schoolName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly timeZone: string | null;
  readonly publicUrl: string | null;
  readonly sendsMail: boolean | null;
  readonly smtpHost: string;
  /** The typed text; a number after validation. */
  readonly smtpPort: string;
  readonly smtpSecure: boolean;
  readonly smtpUser: string;
  readonly smtpPassword: string;
  readonly mailFrom: string;
  readonly usesBucket: boolean | null;
  readonly s3Endpoint: string;
  readonly s3Region: string;
  readonly s3Bucket: string;
  readonly s3ForcePathStyle: boolean;
  readonly s3AccessKey: string;
  readonly s3SecretAccessKey: string;
}

/** The first values of the form: the address and the time zone of this browser. */
export const firstValues = (token: string, { chooses, sendsMail, bucket }: FirstRun): FirstRunValues => ({
  token,
  schoolName: '',
  firstName: '',
  lastName: '',
  email: '',
  timeZone: chooses.timeZone ? ownTimeZone() : null,
  publicUrl: chooses.publicUrl ? location.origin : null,
  sendsMail: chooses.mail && !sendsMail ? false : null,
  smtpHost: '',
  smtpPort: '587',
  smtpSecure: false,
  smtpUser: '',
  smtpPassword: '',
  mailFrom: '',
  usesBucket: chooses.storage && bucket === null ? false : null,
  s3Endpoint: '',
  s3Region: '',
  s3Bucket: '',
  s3ForcePathStyle: false,
  s3AccessKey: '',
  s3SecretAccessKey: '',
  ...noPassword,
});

/** Drops the hidden fields: those of a mail server or a bucket that the user did not choose. */
function chosenOf(values: FirstRunValues) {
  const { smtpHost, smtpPort, smtpSecure, smtpUser, smtpPassword, mailFrom, ...afterMail } = values;
  const { s3Endpoint, s3Region, s3Bucket, s3ForcePathStyle, s3AccessKey, s3SecretAccessKey, ...rest } = afterMail;
  return {
    ...rest,
    ...(values.sendsMail && {
      ...{ smtpHost, smtpSecure, smtpUser, smtpPassword, mailFrom },
      smtpPort: typedNumber(smtpPort),
    }),
    ...(values.usesBucket && {
      ...{ s3Endpoint, s3Region, s3Bucket, s3ForcePathStyle, s3AccessKey, s3SecretAccessKey },
    }),
  };
}

/** The rules of section 5 and of the settings, for the form's values. */
export const firstRunRules = z.preprocess(
  (given) => ({ ...chosenOf(given as FirstRunValues), language: 'en' }),
  setUpSchoolRules,
);

/** Converts valid form values to GraphQL's input. */
export function inputOf(values: FirstRunValues, language: SetUpSchoolInput['language']): SetUpSchoolInput {
  const { smtpPort, ...chosen } = { smtpPort: undefined, ...chosenOf(values) };
  return { ...chosen, language, ...(smtpPort !== undefined && { smtpPort: Number(smtpPort) }) };
}

/** True if the form changes a setting that the servers read only at startup. */
export const choosesSettings = ({ timeZone, publicUrl, sendsMail, usesBucket }: FirstRunValues): boolean =>
  [timeZone, publicUrl, sendsMail, usesBucket].some((value) => value !== null);

/** The zone of this browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
