import { relyingParty } from '#api/domains/passkeys/ceremony.ts';
import { newPasskeyChallenge } from '#api/domains/passkeys/challenges.ts';
import { passwordMark, signChallenge } from '#api/domains/second-factor/challenge.ts';
import { newId } from '#api/ground/db/ids.ts';
import { askedToSignIn, givePasskey, newAuthenticator } from '#tests/support/passkeys.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor } from '#tests/support/second-factor.ts';
import { cameBack, giveProvider } from '#tests/support/sign-in-provider.ts';
import { addStaff, tokenOf } from '../school.ts';
import { tokenFor } from './place.ts';
import type { Scene, Setting, SpecialCall } from './scene.ts';
import type { Sample } from './sample.ts';
import { textKinds } from './text-kinds.ts';

/** The special calls of signing in and of one's own account. */
export const accountCalls: Readonly<Record<string, SpecialCall>> = {
  login: () => ({ body: { email: demoEmail.Administrator, password: demoPassword } }),
  // The call ends the session, which other calls may share.
  logout: async ({ setting: { place, caller } }) => ({ token: await tokenFor(place, caller) }),
  // The calls end the caller's other sessions, which other calls share; so the caller is somebody new.
  endOtherSessions: async ({ setting }) => ({ token: (await newMember(setting)).token }),
  changePassword: async ({ setting }) => {
    const currentPassword = 'the one until now';
    const { token } = await newMember(setting, await quickHash(currentPassword));
    const password = textKinds.password(0);
    return { token, body: { currentPassword, password, confirmPassword: password } };
  },
  completeLogin: async ({ setting: { place } }) => {
    const { services } = place.world;
    const member = await addStaff(place.world, { role: 'Teacher' });
    const { secret } = await giveSecondFactor(services, member.id);
    const asked = { userId: member.id, remembered: false, passwordMark: passwordMark(null) };
    return { body: { challenge: await signChallenge(services.secrets, asked), code: codeOf(secret) } };
  },
  // Of one's own second step, so the caller is somebody new.
  beginSecondFactor: async ({ setting }) => {
    const password = 'the one until now';
    return { token: (await newMember(setting, await quickHash(password))).token, body: { password } };
  },
  confirmSecondFactor: async ({ setting }) => {
    const { token, secret } = await withFactor(setting, { confirmed: false });
    return { token, body: { code: codeOf(secret) } };
  },
  renewRecoveryCodes: bothSteps,
  turnOffSecondFactor: bothSteps,
  beginPasskey: async ({ setting }) => {
    const password = 'the one until now';
    return { token: (await newMember(setting, await quickHash(password))).token, body: { password } };
  },
  addPasskey: async ({ setting }) => {
    const { token, id: userId } = await newMember(setting);
    const { services } = setting.place.world;
    if (userId === undefined) return { token };
    const challenge = await newPasskeyChallenge(services.db, { purpose: 'add', userId });
    const { id: rpId } = relyingParty(services.settings);
    return { token, body: newAuthenticator(services).make({ challenge, rpId }) };
  },
  removePasskey: async ({ setting }) => {
    const password = 'the one until now';
    const { token, id: userId } = await newMember(setting, await quickHash(password));
    if (userId === undefined) return { token, body: { password } };
    const { id } = await givePasskey(setting.place.world.services, userId);
    return { token, params: { id }, body: { password } };
  },
  beginPasskeyLogin: () => ({ body: {} }),
  passkeyLogin: async ({ setting: { place } }) => {
    const { services } = place.world;
    const { id } = await addStaff(place.world, { role: 'Teacher' });
    const { authenticator } = await givePasskey(services, id);
    return { body: authenticator.sign(await askedToSignIn(services)) };
  },
  beginProviderLogin: async (scene) => {
    const { domains } = await scene.signInProvider();
    return { body: { email: `somebody@${domains[0] ?? ''}` } };
  },
  providerLogin: async (scene) => {
    const { place } = scene.setting;
    const { services } = place.world;
    const { id: schoolId } = await scene.school();
    const { domains } = await giveProvider(services, { schoolId, createsTeachers: true });
    return { body: await cameBack(services, `teacher.${newId()}@${domains[0] ?? ''}`) };
  },
  removeSecondFactor: async ({ setting, ...scene }) => {
    const { id } = await scene.user();
    await giveSecondFactor(setting.place.world.services, id);
    const password = 'the one until now';
    const { token } = await newMember(setting, await quickHash(password));
    return { token, params: { id }, body: { password } };
  },
  // The version is the caller's own, so the caller is somebody new.
  updateMyAccount: async ({ setting }) => ({
    token: (await newMember(setting)).token,
    body: { firstName: 'Mio', lastName: 'Hara', language: 'jp', version: 1 },
  }),
};

async function bothSteps({ setting }: Scene): Promise<Partial<Sample>> {
  const { token, secret } = await withFactor(setting, { confirmed: true });
  return { token, body: { password: 'the one until now', code: codeOf(secret) } };
}

/** Somebody new with a second step. */
async function withFactor(setting: Setting, wanted: { readonly confirmed: boolean }) {
  const { token, id } = await newMember(setting, await quickHash('the one until now'));
  if (id === undefined) return { token, secret: '' };
  return { token, ...(await giveSecondFactor(setting.place.world.services, id, wanted)) };
}

/** Somebody new of the caller's role, with the token of their second session. */
async function newMember({ place: { world }, caller }: Setting, passwordHash?: string) {
  if (caller === 'Nobody' || caller === 'Student') return { token: undefined, id: undefined };
  const member = await addStaff(world, { role: caller, ...(passwordHash !== undefined && { passwordHash }) });
  // Of two sessions, so that there is another one to end.
  await tokenOf(world, member);
  return { token: await tokenOf(world, member), id: member.id };
}
