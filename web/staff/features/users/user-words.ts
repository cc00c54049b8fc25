import type { Role } from '#schema/access.ts';
import type { Role as GraphQlRole, UserStatus } from '#web/staff/operations.generated.ts';

/** In the order of rank. */
export const roles: readonly GraphQlRole[] = ['SUPER_ADMIN', 'ADMINISTRATOR', 'SCHOOL_OWNER', 'TEACHER'];

export const statuses: readonly UserStatus[] = ['INVITED', 'ACTIVED', 'DEACTIVATED'];

/** Each role's word in `shell`. */
export const roleWords = {
  SUPER_ADMIN: 'roleSuperAdmin',
  ADMINISTRATOR: 'roleAdministrator',
  SCHOOL_OWNER: 'roleSchoolOwner',
  TEACHER: 'roleTeacher',
} as const satisfies Record<GraphQlRole, string>;

/** Each role as the rules and section 6 spell it. */
export const roleNames = {
  SUPER_ADMIN: 'SuperAdmin',
  ADMINISTRATOR: 'Administrator',
  SCHOOL_OWNER: 'SchoolOwner',
  TEACHER: 'Teacher',
} as const satisfies Record<GraphQlRole, Role>;

/** The keys in `users` that explain each role. */
export const roleLines = {
  SUPER_ADMIN: 'aboutSuperAdmin',
  ADMINISTRATOR: 'aboutAdministrator',
  SCHOOL_OWNER: 'aboutSchoolOwner',
  TEACHER: 'aboutTeacher',
} as const satisfies Record<GraphQlRole, string>;

/** Each status's word in `users`. */
export const statusWords = {
  INVITED: 'invited',
  ACTIVED: 'actived',
  DEACTIVATED: 'deactivated',
} as const satisfies Record<UserStatus, string>;
