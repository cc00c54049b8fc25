import { z } from 'zod';
import { staffOf } from '../access.ts';
import { userStatus } from './enumerations.ts';
import { operation } from './operation.ts';
import { notFound, tooManyMails } from './problems.ts';
import { userDetail } from './users.ts';
import { idOf } from './values.ts';

const access = staffOf('users');
const ofUser = z.object({ id: idOf('user') });

export const resendInvitation = operation({
  name: 'resendInvitation',
  method: 'PUT',
  path: '/User/{id}/resend-invitation',
  summary: 'Mails a new invitation to somebody invited; the old link is void.',
  access,
  whose: 'those who see the user',
  params: z.object({ id: idOf('invitedUser') }),
  response: userDetail,
  problems: {
    403: '`messages.userAboveOwn` or `messages.userOfAnotherSchool`',
    404: notFound,
    409: '`messages.notInvited` for who is not invited any more',
    429: tooManyMails,
  },
});

export const resetUserPassword = operation({
  name: 'resetUserPassword',
  method: 'PUT',
  path: '/User/{id}/reset-password',
  summary:
    'Mails a user whose account is active a link to set a new password; the old password and their sessions go on until they have done so.',
  access,
  whose: 'those who see the user',
  params: ofUser,
  problems: {
    403: '`messages.userAboveOwn` or `messages.userOfAnotherSchool`',
    404: notFound,
    409: '`messages.notActive` unless the account is active',
    429: tooManyMails,
  },
});

export const setUserStatus = operation({
  name: 'setUserStatus',
  method: 'PUT',
  path: '/User/{id}/status',
  summary:
    'Deactivates somebody else, which ends their sessions and links at once, or brings them back: to active, or to invited (by a new mail) when they never set a password. Set again, it changes nothing.',
  access,
  whose: 'those who see the user',
  params: ofUser,
  body: z.object({ status: userStatus }),
  response: userDetail,
  problems: {
    403: '`messages.ownStatus`, `messages.userAboveOwn`, `messages.userOfAnotherSchool`, or `messages.apiKeyTeachersOnly` for a key',
    404: notFound,
    409: '`messages.statusNotReachable`, such as ACTIVED for who is invited',
    429: tooManyMails,
  },
});
