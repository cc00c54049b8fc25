import { createLink, linkToken } from '#api/auth/account-links.ts';
import { hashOf } from '#api/auth/refresh-tokens.ts';
import { openSession } from '#api/auth/sessions.ts';
import { newId } from '#api/db/ids.ts';
import { installation } from '#api/db/schema.ts';
import type { LinkPurpose } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import type { World } from '#tests/support/world.ts';
import { addStaff } from '../school.ts';
import { bare, type Samples } from './sample.ts';

const password = { password: 'a password of mine', confirmPassword: 'a password of mine' };

/** The token of a link to set the school up, as a first start prints it. */
async function printedToken({ services }: World): Promise<string> {
  const token = newId();
  const firstRunEndsAt = new Date(Date.now() + 3_600_000);
  await services.db.update(installation).set({ setUpAt: null, firstRunKeyHash: hashOf(token), firstRunEndsAt });
  return token;
}

/** The token of a link that somebody of their own has been mailed. */
async function mailedToken(world: World, purpose: LinkPurpose): Promise<string> {
  const { db, secrets } = world.services;
  const status = purpose === 'invitation' ? UserStatus.INVITED : UserStatus.ACTIVED;
  const email = purpose === 'email' ? `${newId()}@school.test` : undefined;
  const { id: userId } = await addStaff(world, { role: 'Teacher', status });
  const link = { userId, purpose, email, requestedById: null, hours: 1 };
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
  confirmEmail: async ({ world }) => ({ body: { token: await mailedToken(world, 'email') } }),
  firstRun: async ({ world }) => ({ query: { token: await printedToken(world) } }),
  setUpSchool: async ({ world }) => ({
    body: {
      token: await printedToken(world),
      schoolName: 'Sunflower School',
      language: 'jp',
      firstName: 'Aya',
      lastName: 'Sato',
      email: `${newId()}@school.test`,
      ...password,
    },
  }),
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
