import { z } from 'zod';
import { roles, staffAreaNames, staffOf } from '../access.ts';
import { operation } from './operation.ts';
import { pageOf, paging } from './paging.ts';

const { PageNumber, PageSize } = paging(['role']);

export const grantableRoles = operation({
  name: 'roles',
  method: 'GET',
  path: '/User/roles',
  summary:
    'The roles the caller may grant, which are their own and those below, from the one with the most rights down, and what each may do.',
  access: staffOf('users'),
  query: z.object({ PageNumber, PageSize }),
  response: pageOf(
    z.object({
      role: z.enum(roles),
      /** `Area:Action`, as section 6 has them. */
      permissions: z.array(z.string()),
      /** The areas of the staff app the role may enter. */
      areas: z.array(z.enum(staffAreaNames)),
    }),
  ),
});
