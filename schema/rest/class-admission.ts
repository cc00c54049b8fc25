import { z } from 'zod';
import { staffOf } from '../access.ts';
import { bulkIds, bulkResult } from './bulk.ts';
import { operation } from './operation.ts';
import { pageOf, paging } from './paging.ts';
import { animal } from './students.ts';
import { date, dateTime, idOf } from './values.ts';
import { staffMember } from './users.ts';

const access = staffOf('classes');
const whose = 'those who see the class';
const params = z.object({ id: idOf('class') });

const unseenClass = '`messages.notFound` for a class that the caller does not see';

export const admitClassProfiles = operation({
  name: 'admitClassProfiles',
  method: 'POST',
  path: '/Class/{id}/profiles/admit',
  summary:
    'Lets students into the class who wait for it, and tells what became of each, in the order asked; one that is not in the class is `messages.notFound`. The other students of the class see their names from now on, and their posts where the class asks for no approval. `removeClassProfiles` refuses them.',
  limits: '500 profiles',
  access,
  whose,
  params,
  body: z.object({ profileIds: bulkIds('profile') }),
  response: bulkResult,
  problems: { 404: unseenClass },
  names: { id: 'classId' },
});

export const removeClassProfiles = operation({
  name: 'removeClassProfiles',
  method: 'POST',
  path: '/Class/{id}/profiles/remove',
  summary:
    "Takes profiles out of a class, those that wait too: the ones named, or whoever came by a code since a day (`classProfiles` shows them first; children whom staff added stay). Who is blocked cannot come back, nor can a profile that is made on the same device, whatever code the class has later; others can, with the class's code. Answers the profiles that were removed; `restoreClassProfiles` brings them back.",
  limits: '500 named profiles',
  access,
  whose,
  params,
  body: z
    .object({
      /** Null with `joinedSince`. */
      profileIds: bulkIds('profile').nullable().default(null),
      /** A day in the time zone of the class's school. */
      joinedSince: date.nullable().default(null),
      /** Hides all their posts on the class's wall too. */
      hidePosts: z.boolean().default(false),
      block: z.boolean().default(false),
    })
    .refine(({ profileIds, joinedSince }) => (profileIds === null) !== (joinedSince === null), {
      path: ['joinedSince'],
      error: 'messages.invalidValue',
    }),
  response: z.object({ profileIds: z.array(idOf('profile')) }),
  problems: {
    403: 'with `hidePosts`, `messages.forbidden` for a role that may not hide posts, and `messages.apiKeyScopeMissing` for a key without `Community:write`',
    404: unseenClass,
  },
  names: { id: 'classId' },
});

/** A profile that was taken out of a class. */
export const removedClassProfile = z.object({
  id: idOf('profile'),
  name: z.string(),
  animal,
  /** When the profile was made. */
  createdAt: dateTime,
  joinedAt: dateTime,
  removedAt: dateTime,
  /** Null for somebody whose account has been deleted permanently. */
  removedBy: staffMember.nullable(),
  blocked: z.boolean(),
});
export type RemovedClassProfile = z.output<typeof removedClassProfile>;

const { PageNumber, PageSize } = paging(['removedAt']);

export const removedClassProfiles = operation({
  name: 'removedClassProfiles',
  method: 'GET',
  path: '/Class/{id}/removed-profiles',
  summary:
    'The profiles that staff took out of the class and can bring back, the last removed first: those of the last 30 days, and the blocked ones.',
  limits: '100 rows to a page',
  access,
  whose,
  params,
  query: z.object({ PageNumber, PageSize }),
  response: pageOf(removedClassProfile),
  problems: { 404: unseenClass },
  names: { id: 'classId' },
});

export const restoreClassProfiles = operation({
  name: 'restoreClassProfiles',
  method: 'POST',
  path: '/Class/{id}/removed-profiles/restore',
  summary:
    'Brings removed profiles back into the class as they were, unblocks them, and tells what became of each, in the order asked; one that was not removed from the class is `messages.notFound`. A number that another child has meanwhile is given up; posts that were hidden stay hidden.',
  limits: '500 profiles',
  access,
  whose,
  params,
  body: z.object({ profileIds: bulkIds('profile') }),
  response: bulkResult,
  problems: { 404: unseenClass },
  names: { id: 'classId' },
});
