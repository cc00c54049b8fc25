import { z } from 'zod';
import { staffOf } from '../access.ts';
import { operation } from './operation.ts';
import { searchText } from './paging.ts';
import { classStaff, staffMember } from './users.ts';
import { idOf } from './values.ts';

export const allTeachers = operation({
  name: 'allTeachers',
  method: 'GET',
  path: '/User/all-teachers',
  summary:
    'The active and invited teachers whom the caller may put on a class, by name, with their status: administrators anybody; a SchoolOwner those of their school and those of none yet; a Teacher themself and their colleagues. They can be searched, or asked for by their ids.',
  limits: 'the first 500, and for a SchoolOwner 100 more of no school yet; a search finds the others, 100 at a time',
  access: staffOf('classes'),
  query: z.object({ query: searchText, Id: z.array(idOf('teacher')).max(100).default([]) }),
  response: z.array(classStaff),
  names: { Id: 'ids' },
});

export const allSchoolAdministrators = operation({
  name: 'allSchoolAdministrators',
  method: 'GET',
  path: '/User/all-school-administrators',
  summary:
    'The active school owners whom the caller may name as school administrator of a class, by name: administrators anybody; a SchoolOwner themself; a Teacher those they work for.',
  limits: 'the first 500; a search finds the others, 100 at a time',
  access: staffOf('classes'),
  query: z.object({ query: searchText }),
  response: z.array(staffMember),
});
