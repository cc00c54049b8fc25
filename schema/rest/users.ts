import { z } from 'zod';
import { roles, staffOf } from '../access.ts';
import { ownPassword } from '../rules/password.ts';
import { answered } from '../rules/plain-fields.ts';
import { userFields, userRules } from '../rules/users.ts';
import { languages } from '../languages.ts';
import { requestedIds } from './bulk.ts';
import { fromQuery, phoneType, UserStatus, userStatus } from './enumerations.ts';
import { changesOf, changesQuery } from './changes.ts';
import { operation } from './operation.ts';
import { notFound, rulesOfInput, tooManyMails } from './problems.ts';
import { connection, connectionOf, searchText } from './paging.ts';
import { dateTime, id, idempotencyKey, idOf, lookedUp, versionOf } from './values.ts';

/** A member of staff by name, as classes and pickers show them. */
export const staffMember = z.object({ id, firstName: z.string(), lastName: z.string() });
export type StaffMember = z.output<typeof staffMember>;

/** A teacher or school administrator of a class. An invited person may be one, and cannot sign in yet. */
export const classStaff = staffMember.extend({ status: userStatus });
export type ClassStaff = z.output<typeof classStaff>;

/** A member of staff as those who manage users see them; lists and detail share this shape. */
export const userDetail = staffMember.extend({
  id: idOf('user'),
  ...answered(userFields),
  email: z.string(),
  /** Asked for, and not confirmed yet by the link that was mailed there. */
  pendingEmail: z.string().nullable(),
  /** For signing in instead of the e-mail. */
  username: z.string().nullable(),
  role: z.enum(roles),
  /** Digits only. */
  phoneNumber: z.string().nullable(),
  phoneType: phoneType.nullable(),
  status: userStatus,
  createdAt: dateTime,
  /** The same as `createdAt`, by the older name. */
  dateCreated: dateTime,
  /** When the last invitation was sent. */
  invitedAt: dateTime.nullable(),
  lastSignInAt: dateTime.nullable(),
  /** Whether their sign-in asks for a code beside the password. */
  secondFactor: z.boolean(),
  /** The language of the person's mails. */
  language: z.enum(languages),
  /** The id in the school's own system. */
  externalId: z.string().nullable(),
  invitedBy: staffMember.nullable(),
  /** Counts changes; a PUT with an older one answers 409. */
  version: z.int(),
  updatedAt: dateTime,
  updatedBy: staffMember.nullable(),
  /** The message key of why the caller may not change them; null when they may. */
  refusal: z.string().nullable(),
});
export type UserDetail = z.output<typeof userDetail>;

export const userSortFields = ['name', 'email', 'role', 'status', 'lastSignIn', 'createdAt', 'dateCreated'] as const;
export type UserSortField = (typeof userSortFields)[number];

const access = staffOf('users');
// Section 7 spells it so for the user itself.
const user = z.object({ Id: idOf('user') });

/** The filters of the list, the export and the bulk changes. */
export const userFilters = {
  Roles: z.array(z.enum(roles)).default([]),
  UserStatus: z.array(fromQuery(UserStatus)).default([]),
  SearchText: searchText,
  ExternalIds: lookedUp,
  /** Whatever their letter case. */
  Emails: lookedUp,
  UpdatedSince: dateTime.optional(),
};

export const users = operation({
  name: 'users',
  method: 'GET',
  path: '/User',
  summary:
    'The members of staff the caller may see, the newest first unless sorted: a school owner sees the members of their schools and themself; not the teachers of no school whom the school itself put on a class.',
  limits: '100 rows to a page',
  access,
  whose:
    'a SchoolOwner sees the members of their schools and themself; not the teachers of no school whom the school itself put on a class',
  query: z.object({ ...userFilters, ...connection(userSortFields) }),
  response: connectionOf(userDetail),
});

export const userChanges = operation({
  name: 'userChanges',
  method: 'GET',
  path: '/User/changes',
  summary:
    'The members of staff the caller may see that changed after a cursor, in the order of their last change, and which of them are deleted: a feed from which none is lost, however many change meanwhile. One that changes again comes again. Without a cursor it begins with all there are. Somebody who joins a school of the caller comes too; somebody who leaves it is not told of, but `usersById` leaves them out. A caller who comes to own another school begins without a cursor again.',
  limits: '100 rows a call; a change is told of after 30 seconds, a deletion for 30 days',
  access,
  whose: 'as in `users`',
  query: z.object(changesQuery),
  response: changesOf(userDetail),
});

export const usersById = operation({
  name: 'usersById',
  method: 'GET',
  path: '/User/by-id',
  summary:
    'Members of staff by their ids, in the order asked. One that the caller does not see, that is deleted or never was is left out.',
  limits: '100 ids',
  access,
  whose: 'as in `users`',
  query: z.object({ Ids: requestedIds('user') }),
  response: z.array(userDetail),
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 ids' },
});

export const createUser = operation({
  name: 'createUser',
  method: 'POST',
  path: '/User',
  summary:
    "Creates a member of staff and mails them an invitation at once, which works for 30 days unless set otherwise. No role above the caller's own can be given, and an e-mail belongs to one person, whatever its case.",
  access,
  body: userRules.safeExtend({ idempotencyKey }),
  response: userDetail,
  status: 201,
  problems: {
    400: rulesOfInput,
    403: '`messages.roleAboveOwn`, or `messages.apiKeyTeachersOnly` for a key',
    409: '`messages.emailExists` on `email`, `messages.externalIdExists` on `externalId` or `messages.usernameExists` on `username` when somebody has it',
    429: tooManyMails,
  },
});

export const userById = operation({
  name: 'user',
  method: 'GET',
  path: '/User/{Id}',
  summary: 'One member of staff.',
  access,
  whose: 'as in `users`',
  params: user,
  response: userDetail,
  problems: { 404: '`messages.notFound` for one that the caller does not see, that is deleted or never was' },
});

export const updateUser = operation({
  name: 'updateUser',
  method: 'PUT',
  path: '/User/{Id}',
  summary:
    "Replaces the fields of a member of staff; an optional one that is left out stays as it is, and null or an empty text empties it. `version` is the one that was read; with an older one nothing is written. A new role ends their sessions; while the old one holds a class, as its teacher or school administrator, it is `messages.roleOnClasses`. A new e-mail of who has a password is mailed a link and stays `pendingEmail` until it is confirmed (`confirmEmail`); for one's own, `password` is one's own password. Administrators change somebody else's at once by giving theirs as `password`. A changed e-mail ends sessions and the links mailed to the old one, which is told; who is still invited is invited anew at once.",
  access,
  whose: 'those who see the user',
  params: user,
  body: userRules.safeExtend({ version: versionOf('user'), password: ownPassword }),
  response: userDetail,
  problems: {
    403: 'for a key `messages.apiKeyTeachersOnly` for anybody but a teacher and `messages.apiKeyEmailFixed` for a new e-mail of who has set a password, `messages.userAboveOwn` for somebody with more rights, `messages.roleAboveOwn`, `messages.ownRole`, and `messages.userOfAnotherSchool` to a SchoolOwner for who works for another school too',
    404: notFound,
    409: '`messages.changedMeanwhile` when `version` is old, with `name` and `when` of the last change in `messageValues`, `messages.emailExists` or `messages.notActive` on `email`, `messages.externalIdExists` on `externalId`, `messages.roleOnClasses` on `role` (with `classes` in `messageValues`) while the old role holds a class',
    429: tooManyMails,
  },
});

export const deleteUser = operation({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/User/{Id}',
  summary:
    'Deletes a member of staff, whose sessions and links end at once; for 30 days they can be restored. A teacher or the school administrator of a class stays.',
  access,
  whose: 'those who see the user',
  params: user,
  problems: {
    403: '`messages.ownDeletion`, `messages.userAboveOwn` or `messages.userOfAnotherSchool`',
    404: notFound,
    409: '`messages.couldNotDelete` while they are a teacher or the school administrator of a class',
  },
});
