import { z } from 'zod';
import { anyone, anyStaff } from '../access.ts';
import { renamePasskeyRules } from '../rules/passkeys.ts';
import { withOwnPasswordRules } from '../rules/second-factor.ts';
import { signInProof } from '../rules/sign-in-proof.ts';
import { authInfo } from './auth-info.ts';
import { operation } from './operation.ts';
import { proofNeeded, tooManyPasswords, tooManyRequests } from './problems.ts';
import { dateTime, idOf } from './values.ts';

const whose = 'the caller’s own';
const wrongPassword =
  'on `password` `messages.ownPasswordRequire`, `messages.ownPasswordWrong` or `messages.noPasswordYet`';
const unknown = '`messages.notFound` for somebody else’s and for one that is removed';

/** Bytes as browsers' WebAuthn answers have them once they are text. */
const bytes = (maximum: number) =>
  z
    .string({ error: 'messages.invalidValue' })
    .max(maximum, { error: 'messages.valueTooLong' })
    .regex(/^[\w-]+$/, { error: 'messages.invalidValue' });

// WebAuthn allows 1,023 bytes.
const credential = bytes(1364);

export const passkey = z.object({
  id: idOf('passkey'),
  /** The browser and system that made it, until its owner renames it. */
  name: z.string(),
  /** Whether the person's other devices have it too. */
  synced: z.boolean(),
  createdAt: dateTime,
  /** The same as `createdAt`, by the older name. */
  dateCreated: dateTime,
  /** Null until it signs in. */
  lastUsedAt: dateTime.nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const myPasskeys = operation({
  name: 'myPasskeys',
  method: 'GET',
  path: '/Auth/passkeys',
  summary: 'The caller’s own passkeys, the oldest first.',
  access: anyStaff,
  whose,
  beforeSecondStep: true,
  response: z.array(passkey),
});

export const beginPasskey = operation({
  name: 'beginPasskey',
  method: 'POST',
  path: '/Auth/passkeys/begin',
  summary:
    'What a browser needs to make a passkey (WebAuthn, `navigator.credentials.create`). Nothing changes until `addPasskey`, within 10 minutes.',
  limits: '30 in 15 minutes; 20 passkeys for one person (`messages.tooManyPasskeys`)',
  access: anyStaff,
  whose,
  beforeSecondStep: true,
  body: withOwnPasswordRules,
  response: z.object({
    /** Base64url, as are the handle and the ids. */
    challenge: z.string(),
    rpId: z.string(),
    userHandle: z.string(),
    userName: z.string(),
    displayName: z.string(),
    /** The credentials that the caller has already. */
    existing: z.array(z.string()),
  }),
  problems: {
    400: wrongPassword,
    409: '`messages.tooManyPasskeys` past 20',
    429: 'after 30 passwords in 15 minutes for one account',
    503: tooManyPasswords,
  },
});

export const addPasskey = operation({
  name: 'addPasskey',
  method: 'POST',
  path: '/Auth/passkeys',
  summary:
    'Keeps the passkey that a browser made for `beginPasskey`, and ends every other session. It signs in by itself, and is the second step after a password. Whatever does not fit is `messages.passkeyNotAdded`; one that an account has is `messages.passkeyExists`.',
  access: anyStaff,
  whose,
  beforeSecondStep: true,
  body: z.object({
    credential,
    /** `clientDataJSON` of the browser's answer. */
    clientData: bytes(4000),
    attestation: bytes(20_000),
  }),
  response: passkey,
  status: 201,
  problems: {
    400: '`messages.passkeyNotAdded` for an answer to another or an older challenge, of another address, or without a check of the person',
    409: '`messages.passkeyExists`, or `messages.tooManyPasskeys` past 20',
  },
});

export const renamePasskey = operation({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/Auth/passkeys/{id}',
  summary: 'Renames one of the caller’s own passkeys.',
  access: anyStaff,
  whose,
  params: z.object({ id: idOf('passkey') }),
  body: renamePasskeyRules,
  response: passkey,
  problems: { 404: unknown },
});

export const removePasskey = operation({
  name: 'removePasskey',
  method: 'PUT',
  path: '/Auth/passkeys/{id}/remove',
  summary: 'Removes one of the caller’s own passkeys, by their password. It signs in no more, and a mail tells so.',
  limits: '30 in 15 minutes',
  access: anyStaff,
  whose,
  params: z.object({ id: idOf('passkey') }),
  body: withOwnPasswordRules,
  problems: {
    400: wrongPassword,
    404: unknown,
    429: 'after 30 passwords in 15 minutes for one account',
    503: tooManyPasswords,
  },
});

/** The challenge in the refusal of `login`. */
const challenge = z
  .string({ error: 'messages.signInAgain' })
  .max(2000, { error: 'messages.signInAgain' })
  .nullish()
  .transform((given) => given || null);

export const beginPasskeyLogin = operation({
  name: 'beginPasskeyLogin',
  method: 'POST',
  path: '/Auth/login/passkey/begin',
  summary:
    'What a browser needs to sign in with a passkey (`navigator.credentials.get`), within 10 minutes. With the `challenge` that `login` refused with, for the second step of that account.',
  limits:
    '300 a minute from one address. Past them a device where staff have signed in has 30 a minute more, and any other needs a proof (`messages.proofNeeded`), as in `login`',
  access: anyone,
  body: z.object({
    challenge,
    /** The solution that a refusal with `messages.proofNeeded` demands. */
    proof: signInProof.nullish(),
  }),
  response: z.object({
    /** Base64url, as are the ids. */
    challenge: z.string(),
    rpId: z.string(),
    /** The credentials of the account; empty without a first step, for whichever the person has. */
    allowed: z.array(z.string()),
  }),
  problems: { 401: '`messages.signInAgain`', 429: proofNeeded, 503: tooManyPasswords },
});

export const passkeyLogin = operation({
  name: 'passkeyLogin',
  method: 'POST',
  path: '/Auth/login/passkey',
  summary:
    'Signs in with a passkey: instead of e-mail and password, or as the second step after them, with the `challenge` that `login` refused with. Whatever does not fit is `messages.passkeyWrong`.',
  limits: '60 wrong ones a minute from one address; right ones are answered past it',
  access: anyone,
  whose: 'the passkey tells who it is',
  body: z.object({
    credential,
    /** `clientDataJSON` of the browser's answer. */
    clientData: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    challenge,
    /** Ignored after a password: the choice of the first step counts. */
    rememberMe: z.boolean().default(false),
  }),
  response: authInfo,
  names: { accessToken: null },
  remembersDevice: true,
  problems: {
    401: '`messages.passkeyWrong`; `messages.signInAgain` when the first step is over',
    403: '`messages.accountDeactivated` or `messages.accountNotActivated`',
    429: tooManyRequests,
  },
});
