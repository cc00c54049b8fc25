import { z } from 'zod';
import { memberRoles, staffOf, staffWith } from '../access.ts';
import { answered } from '../rules/plain-fields.ts';
import { schoolFields, schoolRules } from '../rules/schools.ts';
import { requestedIds } from './bulk.ts';
import { edited } from './editing.ts';
import { operation } from './operation.ts';
import { pageOf, paging, searchText } from './paging.ts';
import { changedMeanwhile, notFound, rulesOfInput } from './problems.ts';
import { staffMember } from './users.ts';
import { idempotencyKey, idOf, versionOf } from './values.ts';

/** A school by name, as classes show it. */
export const schoolName = z.object({ id: idOf('school'), name: z.string() });

/** A school with its owners; its teachers are read apart, since a school may have hundreds. */
export const schoolDetail = z.object({
  id: idOf('school'),
  ...answered(schoolFields),
  owners: z.array(staffMember),
  memberCount: z.int(),
  classCount: z.int(),
  ...edited,
});
export type SchoolDetail = z.output<typeof schoolDetail>;

/** A member of a school by name. */
export const schoolMember = staffMember.extend({ role: z.enum(memberRoles) });
export type SchoolMember = z.output<typeof schoolMember>;

const access = staffOf('users');
const administrators = staffWith('All:All');
const params = z.object({ id: idOf('school') });
const { PageNumber, PageSize } = paging(['name']);
const ofMember = z.object({ id: idOf('school'), userId: idOf('user') });
const whose = 'a SchoolOwner the schools that they own, the others all';
const names = { id: 'schoolId' } as const;

export const schools = operation({
  name: 'schools',
  method: 'GET',
  path: '/School',
  summary: 'The schools that the caller may see, searched by name, by name.',
  limits: '100 rows to a page',
  access,
  whose,
  query: z.object({ SearchText: searchText, PageNumber, PageSize }),
  response: pageOf(schoolDetail),
});

export const schoolById = operation({
  name: 'school',
  method: 'GET',
  path: '/School/{id}',
  summary: 'One school.',
  access,
  whose,
  params,
  response: schoolDetail,
  problems: { 404: '`messages.notFound` for one that the caller does not see or that never was' },
});

export const schoolsById = operation({
  name: 'schoolsById',
  method: 'GET',
  path: '/School/by-id',
  summary: 'Schools by their ids, in the order asked. One that the caller does not see or that never was is left out.',
  limits: '100 ids',
  access,
  whose,
  query: z.object({ Ids: requestedIds('school') }),
  response: z.array(schoolDetail),
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 ids' },
});

export const createSchool = operation({
  name: 'createSchool',
  method: 'POST',
  path: '/School',
  summary: 'Creates a school without members and classes.',
  access: administrators,
  body: schoolRules.safeExtend({ idempotencyKey }),
  response: schoolDetail,
  status: 201,
  problems: { 400: rulesOfInput },
});

export const updateSchool = operation({
  name: 'updateSchool',
  method: 'PUT',
  path: '/School/{id}',
  summary: 'Renames a school. `version` is the one that was read; with an older one nothing is written.',
  access,
  whose,
  params,
  body: schoolRules.safeExtend({ version: versionOf('school') }),
  response: schoolDetail,
  problems: { 404: notFound, 409: changedMeanwhile },
});

export const mergeSchools = operation({
  name: 'mergeSchools',
  method: 'POST',
  path: '/School/{id}/merge',
  summary:
    'Makes one school of two: the members and classes of `fromId`, deleted classes too, go to the other, and `fromId` is removed. Who owns either owns the one that stays. This cannot be undone.',
  access: administrators,
  params,
  body: z.object({ fromId: idOf('school') }),
  response: schoolDetail,
  problems: {
    400: '`messages.schoolNotAvailable` on `fromId` without that school, `messages.invalidValue` for the school itself',
    404: notFound,
  },
  names: { id: 'intoId' },
});

export const schoolMembers = operation({
  name: 'schoolMembers',
  method: 'GET',
  path: '/School/{id}/members',
  summary:
    'The owners and teachers of a school, owners first, then by name. A teacher who only visits, put on a class by the school itself, is no member.',
  limits: '100 rows to a page',
  access,
  whose,
  params,
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
    "Makes somebody a member of a school, besides the schools they belong to: a school owner an owner, a teacher a teacher. The school's owners manage the account from then on, unless it belongs to other schools too.",
  access: administrators,
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
  summary: 'Takes a member out of a school; the account stays. Their classes there are handed over first.',
  access: administrators,
  params: ofMember,
  problems: {
    404: '`messages.notFound` for school and member, the second time too',
    409: '`messages.memberOnClasses` (with `name` and `classes` in `messageValues`) while the school has classes with them',
  },
  names,
});

export const moveSchoolMember = operation({
  name: 'moveSchoolMember',
  method: 'PUT',
  path: '/School/{id}/members/{userId}/move',
  summary:
    'Takes a member out of a school and makes them a member of another one, by the role of their account. Their classes in the school that they leave are handed over first.',
  access: administrators,
  params: ofMember,
  body: z.object({ toSchoolId: idOf('school') }),
  problems: {
    400: '`messages.schoolNotAvailable` on `toSchoolId` without that school, `messages.invalidValue` for the same school',
    404: '`messages.notFound` for school and member',
    409: '`messages.memberOnClasses` (with `name` and `classes` in `messageValues`) while the school has classes with them, `messages.noSchoolRole` for somebody who has become an administrator',
  },
  names,
});
