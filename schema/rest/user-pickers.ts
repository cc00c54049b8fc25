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
    'The active and invited teachers the caller may put on a class, by name, with their status; `query` searches, `Id` names those that are wanted.',
  access: staffOf('classes'),
  query: z.object({ query: searchText, Id: z.array(idOf('teacher')).max(100).default([]) }),
  response: z.array(classStaff),
  names: { Id: 'ids' },
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
