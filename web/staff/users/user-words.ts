import type { Role, UserStatus } from '#web/staff/operations.generated.ts';

/** In the order of rank. */
export const roles: readonly Role[] = ['SUPER_ADMIN', 'ADMINISTRATOR', 'SCHOOL_OWNER', 'TEACHER'];

export const statuses: readonly UserStatus[] = ['INVITED', 'ACTIVED', 'DEACTIVATED'];

/** Each role's word in `shell`. */
export const roleWords = {
  SUPER_ADMIN: 'roleSuperAdmin',
  ADMINISTRATOR: 'roleAdministrator',
  SCHOOL_OWNER: 'roleSchoolOwner',
  TEACHER: 'roleTeacher',
} as const satisfies Record<Role, string>;

/** Each status's word in `users`. */
export const statusWords = {
  INVITED: 'invited',
  ACTIVED: 'actived',
  DEACTIVATED: 'deactivated',
} as const satisfies Record<UserStatus, string>;
