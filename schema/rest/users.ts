import { z } from 'zod';
import { staffOf } from '../access.ts';
import { operation } from './operation.ts';
import { searchText } from './paging.ts';
import { id } from './values.ts';

/** A member of staff by name, as classes and pickers show them. */
export const staffMember = z.object({ id, firstName: z.string(), lastName: z.string() });
export type StaffMember = z.output<typeof staffMember>;

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
