import type { Role } from '#schema/access.ts';

/** A domain that is reserved for tests (RFC 2606): no real address ends with it. */
export const demoDomain = 'demo.test';

/** The password of the four demo accounts, and of everybody else active in the demo school. */
export const demoPassword = 'learn-together';

export const demoAccounts: readonly { readonly email: string; readonly role: Role }[] = [
  { email: 'superadmin@demo.test', role: 'SuperAdmin' },
  { email: 'admin@demo.test', role: 'Administrator' },
  { email: 'owner@demo.test', role: 'SchoolOwner' },
  { email: 'teacher@demo.test', role: 'Teacher' },
];
