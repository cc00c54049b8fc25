import type { Role } from '#schema/access.ts';

/** Reserved for tests (RFC 2606): nobody's real address ends with it. */
export const demoDomain = 'demo.test';

/** What the four demo accounts, and everybody else active in the demo school, sign in with. */
export const demoPassword = 'learn-together';

export const demoAccounts: readonly { readonly email: string; readonly role: Role }[] = [
  { email: 'superadmin@demo.test', role: 'SuperAdmin' },
  { email: 'admin@demo.test', role: 'Administrator' },
  { email: 'owner@demo.test', role: 'SchoolOwner' },
  { email: 'teacher@demo.test', role: 'Teacher' },
];
