/** The staff roles of the spec's section 6, from most rights to fewest. SuperAdmin passes every role check. */
export const roles = ['SuperAdmin', 'Administrator', 'SchoolOwner', 'Teacher'] as const;
export type Role = (typeof roles)[number];

/** The roles of members of a school. An Administrator is above the schools. */
export const memberRoles = ['SchoolOwner', 'Teacher'] as const satisfies readonly Role[];
export type MemberRole = (typeof memberRoles)[number];

/** The kinds of callers: the four staff roles, a student's profile, and a caller without a token. */
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

export interface EitherAccess {
  readonly kind: 'either';
  readonly roles: readonly Role[];
}

/**
 * The callers of an operation. `anyone` needs no token; `student` needs a profile's; `staff` lists roles; `either` is
 * both.
 */
export type Access = AnyoneAccess | StudentAccess | StaffAccess | EitherAccess;

export const anyone: AnyoneAccess = { kind: 'anyone' };
export const studentOnly: StudentAccess = { kind: 'student' };
export const anyStaff: StaffAccess = { kind: 'staff', roles };

/** Whether the first role is at least as high as the second: nobody may grant a higher role or change its holder. */
export const reaches = (own: Role, role: Role): boolean => roles.indexOf(own) <= roles.indexOf(role);

/** An empty list permits every role, by the rule of the spec's role gate. */
export function roleAllowed(role: Role, allowed: readonly Role[]): boolean {
  return role === 'SuperAdmin' || allowed.length === 0 || allowed.includes(role);
}

/** Whether a kind of caller may make a call with this access. The API decides which rows the caller sees. */
export function mayCall(caller: CallerKind, access: Access): boolean {
  if (access.kind === 'anyone') return true;
  if (caller === 'Nobody') return false;
  if (caller === 'Student') return access.kind !== 'staff';
  return access.kind !== 'student' && roleAllowed(caller, access.roles);
}

/** The staff areas of section 2, in the order of the side navigation. */
export const staffAreaNames = ['users', 'classes', 'textbooks', 'reports'] as const;
export type StaffArea = (typeof staffAreaNames)[number];

/** The roles that may enter each area. */
export const staffAreas = {
  users: ['Administrator', 'SchoolOwner'],
  classes: ['Administrator', 'Teacher', 'SchoolOwner'],
  textbooks: ['Administrator'],
  reports: ['Administrator'],
} as const satisfies Record<StaffArea, readonly Role[]>;

/** The roles that enter an area of the staff app: `staffOf('classes')`. */
export function staffOf(area: StaffArea): StaffAccess {
  return { kind: 'staff', roles: staffAreas[area] };
}

export const actions = ['All', 'Create', 'Edit', 'Delete', 'Reaction', 'Upload'] as const;
export const areas = ['All', 'Users', 'Class', 'Contents', 'Reports', 'Community'] as const;
export type Permission = `${(typeof areas)[number]}:${(typeof actions)[number]}`;

/** The permissions of each role, from section 6. A SchoolOwner has none here: its operations name the role. */
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

/** The roles that hold a permission: `staffWith('Community:Delete')`. */
export function staffWith(permission: Permission): StaffAccess {
  return { kind: 'staff', roles: roles.filter((role) => hasPermission(rolePermissions[role], permission)) };
}

/** The screens of the staff app beside section 2's areas, in the order of the side navigation's second group. */
export const staffToolNames = [
  'schools',
  'communityQueue',
  'trash',
  'audit',
  'privacy',
  'apiKeys',
  'webhooks',
  'system',
  'ownAccount',
] as const;
export type StaffTool = (typeof staffToolNames)[number];

/** The roles of each, which are those of the operations that it shows. */
export const staffTools: Record<StaffTool, readonly Role[]> = {
  schools: staffAreas.users,
  communityQueue: staffWith('Community:Edit').roles,
  trash: staffAreas.classes,
  audit: staffWith('All:All').roles,
  privacy: staffWith('All:All').roles,
  apiKeys: staffWith('All:All').roles,
  webhooks: staffWith('All:All').roles,
  system: staffWith('All:All').roles,
  ownAccount: anyStaff.roles,
};

/** A student's profile, or staff with the permission. */
export function studentOrStaffWith(permission: Permission): EitherAccess {
  return { kind: 'either', roles: staffWith(permission).roles };
}

/** An access as the manuals say it: `SuperAdmin, Administrator`, `a student's profile token`, `anyone, without a token`. */
export function accessInWords(access: Access): string {
  if (access.kind === 'anyone') return 'anyone, without a token';
  if (access.kind === 'student') return "a student's profile token";
  const words = roles.filter((role) => roleAllowed(role, access.roles)).join(', ');
  return access.kind === 'either' ? `a student's profile token, or ${words}` : words;
}
