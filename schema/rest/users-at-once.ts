import { z } from 'zod';
import { staffOf } from '../access.ts';
import { bulkResult } from './bulk.ts';
import { userStatus } from './enumerations.ts';
import type { Entity } from './meanings.ts';
import { operation } from './operation.ts';
import { searchText } from './paging.ts';
import { userFilters } from './users.ts';
import { idOf } from './values.ts';

const access = staffOf('users');

/** The maximum of named users, and of users that a filter may match. */
export const bulkLimits = { ids: 500, filter: 1000 } as const;

const idsOf = (entity: Entity) =>
  z
    .array(idOf(entity), { error: 'messages.chooseUsers' })
    .min(1, { error: 'messages.chooseUsers' })
    .max(bulkLimits.ids, { error: 'messages.tooManyAtOnce' });

/** Each user's result in the requested order (by id for a filter), and the numbers of both kinds of results. */
const bulkResults = bulkResult.extend({ changed: z.int(), refused: z.int() });
export type BulkResults = z.output<typeof bulkResults>;

export const setUserStatuses = operation({
  name: 'setUserStatuses',
  method: 'PUT',
  path: '/User/status',
  summary:
    'Sets the status of many members of staff, who are named or found by a filter, in one transaction, and tells what became of each: `messages.notFound`, `messages.ownStatus`, `messages.userAboveOwn`, `messages.userOfAnotherSchool`, `messages.apiKeyTeachersOnly`, `messages.statusNotReachable` or `messages.tooManyMails` for who stays as they were; the others are changed.',
  limits: '500 by id, 1,000 by filter',
  access,
  whose: 'each for the users they see',
  body: z
    .object({
      status: userStatus,
      ids: idsOf('user').optional(),
      filter: z
        .object({
          roles: userFilters.Roles,
          status: z.array(userStatus).default([]),
          search: searchText,
          externalIds: userFilters.ExternalIds,
          emails: userFilters.Emails,
          updatedSince: userFilters.UpdatedSince,
        })
        .optional(),
    })
    .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
      path: ['ids'],
      error: 'messages.chooseUsers',
    }),
  response: bulkResults,
});

export const resendInvitations = operation({
  name: 'resendInvitations',
  method: 'PUT',
  path: '/User/resend-invitation',
  summary:
    'Mails new invitations, in one transaction, and tells what became of each: `messages.notFound`, `messages.notInvited`, `messages.userAboveOwn`, `messages.userOfAnotherSchool` or `messages.tooManyMails` for who gets none. The old links are void.',
  limits: '500 users',
  access,
  whose: 'each for the users they see',
  body: z.object({ ids: idsOf('invitedUser') }),
  response: bulkResults,
  problems: { 400: '`messages.chooseUsers` for none, `messages.tooManyAtOnce` for more than 500' },
});
