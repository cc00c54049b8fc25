import { createLink, linkToken } from '#api/auth/account-links.ts';
import { openSession } from '#api/auth/sessions.ts';
import { newId } from '#api/db/ids.ts';
import type { LinkPurpose } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import type { World } from '#tests/support/world.ts';
import { addStaff } from '../school.ts';
import { bare, type Samples } from './sample.ts';

const password = { password: 'a password of mine', confirmPassword: 'a password of mine' };

/** The token of a link that somebody of their own has been mailed. */
async function mailedToken(world: World, purpose: LinkPurpose): Promise<string> {
  const { db, secrets } = world.services;
  const status = purpose === 'reset' ? UserStatus.ACTIVED : UserStatus.INVITED;
  const { id: userId } = await addStaff(world, { role: 'Teacher', status });
  const link = { userId, purpose, requestedById: null, hours: 1 };
  return linkToken(secrets, await db.transaction((tx) => createLink(tx, secrets, link)));
}

export const authSamples: Samples = {
  login: () => ({ body: { email: demoEmail.Administrator, password: demoPassword } }),
  refreshToken: async ({ world, own }) => {
    const { refreshToken } = await openSession(world.services, own.Teacher, false);
    return { body: { refreshToken } };
  },
  logout: bare,
  // An address of its own: one mailbox is written to three times an hour.
  forgotPassword: () => ({ body: { email: `${newId()}@school.test`, language: 'jp' } }),
  passwordLink: async ({ world }) => ({ query: { token: await mailedToken(world, 'reset') } }),
  updatePassword: async ({ world }) => ({ body: { token: await mailedToken(world, 'reset'), ...password } }),
  acceptInvitation: async ({ world }) => ({
    body: {
      token: await mailedToken(world, 'invitation'),
      ...password,
      firstName: 'Aya',
      lastName: 'Sato',
      language: 'jp',
    },
  }),
};
