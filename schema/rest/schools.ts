import { z } from 'zod';
import { memberRoles, staffOf, staffWith } from '../access.ts';
import { operation } from './operation.ts';
import { pageOf, paging } from './paging.ts';
import { notFound } from './problems.ts';
import { staffMember } from './users.ts';
import { idOf } from './values.ts';

/** A school with its owners; its teachers are read apart, since a school may have hundreds. */
export const schoolDetail = z.object({
  id: idOf('school'),
  name: z.string(),
  owners: z.array(staffMember),
  memberCount: z.int(),
  classCount: z.int(),
});
export type SchoolDetail = z.output<typeof schoolDetail>;

/** A member of a school by name. */
export const schoolMember = staffMember.extend({ role: z.enum(memberRoles) });
export type SchoolMember = z.output<typeof schoolMember>;

const access = staffOf('users');
const { PageNumber, PageSize } = paging(['name']);
const ofMember = z.object({ id: idOf('school'), userId: idOf('user') });
const whose = 'a SchoolOwner the schools that they own, the others all';
const names = { id: 'schoolId' } as const;

export const schools = operation({
  name: 'schools',
  method: 'GET',
  path: '/School',
  summary: 'The schools the caller may see, by name.',
  access,
  whose,
  query: z.object({ PageNumber, PageSize }),
  response: pageOf(schoolDetail),
});

export const schoolMembers = operation({
  name: 'schoolMembers',
  method: 'GET',
  path: '/School/{id}/members',
  summary: 'The owners and teachers of a school, owners first, then by name.',
  access,
  whose,
  params: z.object({ id: idOf('school') }),
  query: z.object({ PageNumber, PageSize }),
  response: pageOf(schoolMember),
  problems: { 404: notFound },
  names,
});

export const addSchoolMember = operation({
  name: 'addSchoolMember',
  method: 'PUT',
  path: '/School/{id}/members/{userId}',
  summary:
    'Makes somebody a member of a school, besides the schools they belong to: a school owner an owner, a teacher a teacher. The owners of the school manage the account from then on, unless it belongs to other schools too.',
  access: staffWith('All:All'),
  params: ofMember,
  problems: {
    404: '`messages.notFound` for school and user',
    409: '`messages.noSchoolRole` for an administrator, who is above the schools',
  },
  names,
});

export const removeSchoolMember = operation({
  name: 'removeSchoolMember',
  method: 'DELETE',
  path: '/School/{id}/members/{userId}',
  summary:
    'Takes a member out of a school; the account stays. 409 while they are a teacher or the school administrator of a class of the school.',
  access: staffWith('All:All'),
  params: ofMember,
  problems: {
    404: '`messages.notFound` for school and member, the second time too',
    409: '`messages.memberOnClasses` (with `name` and `classes` in `messageValues`) while the school has classes with them',
  },
  names,
});
