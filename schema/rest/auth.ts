import { z } from 'zod';
import { anyone, anyStaff, roles } from '../access.ts';
import {
  acceptInvitationRules,
  changePasswordRules,
  confirmEmailRules,
  forgotPasswordRules,
  linkTokenOf,
  loginRules,
  updatePasswordRules,
} from '../rules/auth.ts';
import { authInfo } from './auth-info.ts';
import { means } from './meanings.ts';
import { operation } from './operation.ts';
import { proofNeeded, tooManyPasswords, tooManyRequests, tooManyTokens } from './problems.ts';
import { dateTime, idOf } from './values.ts';

/** The purpose of a mailed link. */
export const linkPurposes = ['invitation', 'reset', 'email'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** The state of a link; `void` when a newer link has replaced it, `inactive` when its account was deactivated or deleted. */
export const linkStates = ['live', 'expired', 'used', 'void', 'inactive'] as const;
export type LinkState = (typeof linkStates)[number];

export const login = operation({
  name: 'login',
  method: 'POST',
  path: '/Auth/login',
  summary:
    'Signs a member of staff in. Unknown accounts and wrong passwords answer alike, after the same time. Where the account has a second step, the right password is refused with a `challenge` for it.',
  limits:
    '5 failures in 15 minutes for an account from one device where it has signed in, or from one network; 20 from all networks where it never has; 60 a minute from one address. Right passwords do not count. From the second failure in a network where it never has, the next try is refused for 1, 2 and 4 seconds',
  access: anyone,
  body: loginRules,
  response: authInfo,
  names: { accessToken: null },
  remembersDevice: true,
  problems: {
    401: '`messages.checkEmailAndPassword` for a wrong pair',
    403: '`messages.accountDeactivated` or `messages.accountNotActivated`; `messages.secondFactorNeeded`, `messages.passkeyNeeded` or `messages.codeOrPasskeyNeeded`, with `challenge` for `completeLogin` and `passkeyLogin`',
    429: proofNeeded,
    503: 'when more than 20 wait to sign in',
  },
});

export const refreshToken = operation({
  name: 'refreshToken',
  method: 'POST',
  path: '/Auth/refresh-token',
  summary:
    'Exchanges a refresh token for its successor and a new access token. The same token gets the same successor within 10 seconds, and after that until the successor or its access token is used, so two tabs or a lost answer do no harm; used later still, it was copied, and the whole session is ended.',
  access: anyone,
  whose: 'the refresh token tells who it is',
  body: z.object({
    accessToken: means(z.string().max(4096), { entity: 'session', field: 'accessToken' }).optional(),
    refreshToken: means(z.string().min(1).max(512), { entity: 'session', field: 'refreshToken' }),
  }),
  response: authInfo,
  names: { accessToken: null },
  problems: { 401: '`messages.sessionExpired` when it is unknown, over or used; only this means to sign in anew' },
});

export const logout = operation({
  name: 'logout',
  method: 'POST',
  path: '/Auth/logout',
  summary: 'Ends the session of the access token and all its tokens at once. Other sessions of the person go on.',
  access: anyStaff,
  beforeSecondStep: true,
});

/** A valid session of the caller. */
export const staffSession = z.object({
  id: idOf('ownSession'),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  /** Null when the browser does not name its system, and for older sessions. */
  os: z.string().nullable(),
  browser: z.string().nullable(),
  /** The network of the first request: the first three numbers of an IPv4 address, the /48 of an IPv6 address. */
  network: z.string().nullable(),
  createdAt: dateTime,
  /** The same as `createdAt`, by the older name. */
  dateCreated: dateTime,
  lastUsedAt: dateTime,
});
export type StaffSession = z.output<typeof staffSession>;

export const mySessions = operation({
  name: 'mySessions',
  method: 'GET',
  path: '/Auth/sessions',
  summary: "The caller's own sessions that still live, the last used first: device, network and time.",
  access: anyStaff,
  whose: 'the caller’s own',
  response: z.array(staffSession),
});

export const endSession = operation({
  name: 'endSession',
  method: 'DELETE',
  path: '/Auth/sessions/{id}',
  summary: "Ends one of the caller's own sessions at once, its tokens included.",
  access: anyStaff,
  whose: 'the caller’s own',
  params: z.object({ id: idOf('ownSession') }),
  problems: { 404: '`messages.notFound` for somebody else’s and for one that has ended' },
});

export const endOtherSessions = operation({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/Auth/sessions',
  summary: 'Ends every session of the caller but the one that asks, at once.',
  access: anyStaff,
  whose: 'the caller’s own',
});

export const changePassword = operation({
  name: 'changePassword',
  method: 'PUT',
  path: '/Auth/password',
  summary: "Sets the caller's own new password, by the one until now. All other sessions and mailed links end.",
  limits: '30 in 15 minutes',
  access: anyStaff,
  whose: 'the caller’s own',
  body: changePasswordRules,
  problems: {
    400: 'on `currentPassword` `messages.ownPasswordRequire`, `messages.ownPasswordWrong` or `messages.noPasswordYet`, on `password` `messages.passwordTooCommon` or `messages.passwordReused`',
    429: 'after 30 wrong ones in 15 minutes',
    503: tooManyPasswords,
  },
});

export const forgotPassword = operation({
  name: 'forgotPassword',
  method: 'POST',
  path: '/Auth/forgot-password',
  summary:
    'Mails a link to set a new password; who is still invited gets their invitation again, and the older link is void. The answer is the same for any address, known or not, and comes before the mail is written.',
  limits:
    '3 an hour for one e-mail, and apart from those 3 from each device and network where it has signed in; 60 a minute from one address',
  access: anyone,
  body: forgotPasswordRules,
  response: z.object({
    /** The hours for which such a link is valid. */
    validHours: z.int(),
  }),
  status: 202,
  problems: { 429: tooManyRequests },
});

const person = z.object({ firstName: z.string(), lastName: z.string() });

export const passwordLink = operation({
  name: 'passwordLink',
  method: 'GET',
  path: '/Auth/password-link',
  summary: 'What a mailed link is for, and whether it still works; of one that does, whose it is.',
  access: anyone,
  query: z.object({ token: linkTokenOf('resetLink') }),
  response: z.object({
    purpose: z.enum(linkPurposes),
    state: z.enum(linkStates),
    expiresAt: dateTime,
    /** The person and the e-mail of the link; null unless the link is live. */
    account: person.extend({ email: z.string(), role: z.enum(roles) }).nullable(),
    /** The sender; null when the person requested the link, and unless the link is live. */
    invitedBy: person.nullable(),
    /** The school's name; null when it has none, and unless the link is live. */
    schoolName: z.string().nullable(),
  }),
  problems: {
    404: '`messages.linkInvalid` for a token that is none of ours',
    429: 'after 60 such a minute from one address',
  },
});

export const updatePassword = operation({
  name: 'updatePassword',
  method: 'POST',
  path: '/Auth/update-password',
  summary:
    'Sets a new password by the token of a reset link, once, and ends every session of the account. Failures to sign in are forgotten.',
  access: anyone,
  whose: 'the link tells who it is',
  body: updatePasswordRules,
  remembersDevice: true,
  problems: {
    400: '`messages.linkExpired`, `messages.linkInvalid` (used, void or none of ours), and on `password` `messages.passwordReused` for the current one',
    429: tooManyTokens,
    503: tooManyPasswords,
  },
});

export const acceptInvitation = operation({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/Auth/accept-invitation',
  summary:
    'Sets the first password of an invited member of staff by the token of the invitation, once, and makes the account active; they then `login`. Names and language are changed where given.',
  access: anyone,
  whose: 'the link tells who it is',
  body: acceptInvitationRules,
  remembersDevice: true,
  problems: {
    400: '`messages.linkExpired` or `messages.linkInvalid` (used, void or none of ours)',
    429: tooManyTokens,
    503: tooManyPasswords,
  },
});

export const confirmEmail = operation({
  name: 'confirmEmail',
  method: 'POST',
  path: '/Auth/confirm-email',
  summary:
    "Makes the e-mail to which the link was mailed the account's own, once. Every session ends, and the old e-mail is told. The password is needed when somebody else asked for the change.",
  access: anyone,
  whose: 'the link tells who it is',
  body: confirmEmailRules,
  problems: {
    400: '`messages.linkExpired` or `messages.linkInvalid` (used, void or none of ours), and on `password` `messages.ownPasswordRequire`, `messages.ownPasswordWrong` or `messages.noPasswordYet`',
    409: '`messages.emailExists` when somebody has it by now',
    429: 'after 60 unknown tokens a minute from one address, or 30 passwords in 15 minutes for one account',
    503: tooManyPasswords,
  },
});
