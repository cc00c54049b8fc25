import { z } from 'zod';
import { anyone, anyStaff, staffWith } from '../access.ts';
import {
  bothStepsRules,
  completeLoginRules,
  confirmSecondFactorRules,
  withOwnPasswordRules,
} from '../rules/second-factor.ts';
import { authInfo, secondStepDemand } from './auth-info.ts';
import { operation } from './operation.ts';
import { notFound, proofNeeded, tooManyPasswords } from './problems.ts';
import { dateTime, idOf } from './values.ts';

const whose = 'the caller’s own';
const wrongPassword =
  'on `password` `messages.ownPasswordRequire`, `messages.ownPasswordWrong` or `messages.noPasswordYet`';
const wrongCode = 'on `code` `messages.secondFactorCodeRequire` or `messages.secondFactorCodeWrong`';
const isOff = '`messages.secondFactorIsOff`';
const tooMany = 'after 30 passwords or 10 codes in 15 minutes, or 30 codes in a day, for one account';

/** Ten codes, each for one sign-in without the app: two groups of five capitals and digits. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const completeLogin = operation({
  name: 'completeLogin',
  method: 'POST',
  path: '/Auth/login/second-factor',
  summary:
    'The second step of a sign-in, where `login` was refused with `messages.secondFactorNeeded`: its `challenge`, and a code of the app or a recovery code. A code works once; one of 30 seconds before or after is accepted.',
  limits:
    'wrong codes count as wrong passwords do in `login`, and past the limits go with `proof`; past any proof 30 a day from each device or network where the account has signed in, and 30 from all others together',
  access: anyone,
  whose: 'the challenge tells who it is',
  body: completeLoginRules,
  response: authInfo,
  names: { accessToken: null },
  remembersDevice: true,
  problems: {
    400: wrongCode,
    401: '`messages.signInAgain` when the challenge is older than 10 minutes, or the password has changed since',
    403: '`messages.accountDeactivated`',
    429: proofNeeded,
    503: tooManyPasswords,
  },
});

export const secondFactor = z.object({
  /** Whether a sign-in asks for a code. */
  on: z.boolean(),
  /** Since when; null while it is off. */
  since: dateTime.nullable(),
  /** Unused ones; 0 while it is off. */
  recoveryCodesLeft: z.int(),
  /** The second step that the caller's role needs, on or off; null when each person decides. */
  demand: secondStepDemand.nullable(),
});
export type SecondFactor = z.output<typeof secondFactor>;

export const mySecondFactor = operation({
  name: 'mySecondFactor',
  method: 'GET',
  path: '/Auth/second-factor',
  summary: 'Whether the caller’s sign-in asks for a code, since when, and how many recovery codes are left.',
  access: anyStaff,
  whose,
  beforeSecondStep: true,
  response: secondFactor,
});

export const beginSecondFactor = operation({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/Auth/second-factor',
  summary:
    'Makes a new secret for an authenticator app, shown this once; an earlier one that was not confirmed is void. Nothing changes until `confirmSecondFactor`, within an hour. While the second step is on, it is `messages.secondFactorIsOn`.',
  limits: '30 in 15 minutes',
  access: anyStaff,
  whose,
  beforeSecondStep: true,
  body: withOwnPasswordRules,
  response: z.object({
    /** `otpauth://totp/…`, as a QR code holds it. */
    uri: z.string(),
    /** Base32, for typing. */
    secret: z.string(),
  }),
  problems: {
    400: wrongPassword,
    409: '`messages.secondFactorIsOn` when it is on: turn it off first',
    429: tooMany,
    503: tooManyPasswords,
  },
});

export const confirmSecondFactor = operation({
  name: 'confirmSecondFactor',
  method: 'PUT',
  path: '/Auth/second-factor',
  summary:
    'Turns the second step on by the first code of the app, and ends every other session. Answers ten recovery codes, shown this once, each of which works once.',
  limits: '10 codes in 15 minutes, and 30 in a day',
  access: anyStaff,
  whose,
  beforeSecondStep: true,
  body: confirmSecondFactorRules,
  response: recoveryCodes,
  problems: {
    400: wrongCode,
    409: '`messages.secondFactorNotBegun` an hour after the secret was made, `messages.secondFactorIsOn` when it is on',
    429: tooMany,
    503: tooManyPasswords,
  },
});

export const renewRecoveryCodes = operation({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/Auth/second-factor/recovery-codes',
  summary: 'Ten new recovery codes, shown this once; the old ones are void. Needs password and code.',
  limits: '10 codes in 15 minutes, and 30 in a day',
  access: anyStaff,
  whose,
  body: bothStepsRules,
  response: recoveryCodes,
  problems: { 400: `${wrongPassword}, ${wrongCode}`, 409: isOff, 429: tooMany, 503: tooManyPasswords },
});

export const turnOffSecondFactor = operation({
  name: 'turnOffSecondFactor',
  method: 'POST',
  path: '/Auth/second-factor/off',
  summary: "Turns one's own second step off, by the password and a code of the app or a recovery code.",
  limits: '10 codes in 15 minutes, and 30 in a day',
  access: anyStaff,
  whose,
  body: bothStepsRules,
  problems: { 400: `${wrongPassword}, ${wrongCode}`, 409: isOff, 429: tooMany, 503: tooManyPasswords },
});

export const removeSecondFactor = operation({
  name: 'removeSecondFactor',
  method: 'PUT',
  path: '/User/{id}/remove-second-factor',
  summary:
    "Takes the second step off a member of staff who lost their app and recovery codes, by the caller's own password. Their sessions end, and they are told by mail. One's own is turned off with `turnOffSecondFactor` (`messages.ownSecondFactor`).",
  limits: '30 in 15 minutes',
  access: staffWith('All:All'),
  whose: 'anybody but oneself and those of a higher role',
  params: z.object({ id: idOf('user') }),
  body: withOwnPasswordRules,
  problems: {
    400: wrongPassword,
    403: '`messages.userAboveOwn`, or `messages.ownSecondFactor` for one’s own',
    404: notFound,
    409: isOff,
    429: 'after 30 passwords in 15 minutes for one account',
    503: tooManyPasswords,
  },
});
