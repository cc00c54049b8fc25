/** The staff roles, from the spec's section 6. SuperAdmin passes every role check. */
export const roles = ['SuperAdmin', 'Administrator', 'SchoolOwner', 'Teacher'] as const;
export type Role = (typeof roles)[number];

/** Everybody who may knock: the four staff roles, a student's profile, and nobody (no token). */
export type CallerKind = Role | 'Student' | 'Nobody';

export interface AnyoneAccess {
  readonly kind: 'anyone';
}
export interface StudentAccess {
  readonly kind: 'student';
}
export interface StaffAccess {
  readonly kind: 'staff';
  readonly roles: readonly Role[];
}

/** Who may call an operation. `anyone` needs no token; `student` needs a profile's; `staff` lists roles. */
export type Access = AnyoneAccess | StudentAccess | StaffAccess;

export const anyone: AnyoneAccess = { kind: 'anyone' };
export const studentOnly: StudentAccess = { kind: 'student' };
export const anyStaff: StaffAccess = { kind: 'staff', roles };

/** An empty list permits every role, as the spec's role gate says. */
export function roleAllowed(role: Role, allowed: readonly Role[]): boolean {
  return role === 'SuperAdmin' || allowed.length === 0 || allowed.includes(role);
}

export function mayCall(caller: CallerKind, access: Access): boolean {
  if (access.kind === 'anyone') return true;
  if (caller === 'Nobody') return false;
  if (access.kind === 'student') return caller === 'Student';
  return caller !== 'Student' && roleAllowed(caller, access.roles);
}

/** The staff areas of section 2, in the order of the side navigation, with the roles that may enter. */
export const staffAreas = {
  users: ['Administrator', 'SchoolOwner'],
  classes: ['Administrator', 'Teacher', 'SchoolOwner'],
  textbooks: ['Administrator'],
  reports: ['Administrator'],
} as const satisfies Record<string, readonly Role[]>;
export type StaffArea = keyof typeof staffAreas;

export function staffOf(area: StaffArea): StaffAccess {
  return { kind: 'staff', roles: staffAreas[area] };
}

export const actions = ['All', 'Create', 'Edit', 'Delete', 'Reaction', 'Upload'] as const;
export const areas = ['All', 'Users', 'Class', 'Contents', 'Reports', 'Community'] as const;
export type Permission = `${(typeof areas)[number]}:${(typeof actions)[number]}`;

/** What each role holds, from section 6: SchoolOwner works through its routes alone. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  SuperAdmin: ['All:All'],
  Administrator: ['All:All'],
  Teacher: ['Class:All', 'Community:All'],
  SchoolOwner: [],
};

export function hasPermission(held: readonly Permission[], wanted: Permission): boolean {
  const [area] = wanted.split(':');
  return held.some((permission) => permission === 'All:All' || permission === wanted || permission === `${area}:All`);
}
