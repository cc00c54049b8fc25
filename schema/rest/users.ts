import { z } from 'zod';
import { roles, staffOf } from '../access.ts';
import { fromQuery, phoneType, UserStatus, userStatus } from './enumerations.ts';
import { operation } from './operation.ts';
import { pageOf, paging, searchText } from './paging.ts';
import { dateTime, id } from './values.ts';

/** A member of staff by name, as classes and pickers show them. */
export const staffMember = z.object({ id, firstName: z.string(), lastName: z.string() });
export type StaffMember = z.output<typeof staffMember>;

/** A member of staff as those who manage users see them; lists and detail share this shape. */
export const userDetail = staffMember.extend({
  email: z.string(),
  /** For signing in instead of the e-mail. */
  username: z.string().nullable(),
  role: z.enum(roles),
  /** Digits only. */
  phoneNumber: z.string().nullable(),
  phoneType: phoneType.nullable(),
  status: userStatus,
  dateCreated: dateTime,
  /** When the last invitation was sent. */
  invitedAt: dateTime.nullable(),
  lastSignInAt: dateTime.nullable(),
});
export type UserDetail = z.output<typeof userDetail>;

export const userSortFields = ['name', 'email', 'role', 'status', 'lastSignIn', 'dateCreated'] as const;
export type UserSortField = (typeof userSortFields)[number];

export const users = operation({
  name: 'users',
  method: 'GET',
  path: '/User',
  summary:
    'The members of staff the caller may see: a school owner sees the teachers of their own classes, whom they invited, and themself.',
  access: staffOf('users'),
  query: z.object({
    Roles: z.array(z.enum(roles)).default([]),
    UserStatus: z.array(fromQuery(UserStatus)).default([]),
    SearchText: searchText,
    ...paging(userSortFields),
  }),
  response: pageOf(userDetail),
});

export const allTeachers = operation({
  name: 'allTeachers',
  method: 'GET',
  path: '/User/all-teachers',
  summary: 'The active teachers the caller may put on a class, by name; `query` searches.',
  access: staffOf('classes'),
  query: z.object({ query: searchText }),
  response: z.array(staffMember),
});

export const allSchoolAdministrators = operation({
  name: 'allSchoolAdministrators',
  method: 'GET',
  path: '/User/all-school-administrators',
  summary: 'The active school owners the caller may name as school administrator of a class.',
  access: staffOf('classes'),
  query: z.object({ query: searchText }),
  response: z.array(staffMember),
});
