import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { forgetExpiredAccess } from '#api/domains/auth/clean-up.ts';
import { beginLogin } from '#api/domains/sign-in-providers/login.ts';
import { describedProvider } from '#api/domains/sign-in-providers/relying-party.ts';
import { openedSecret } from '#api/domains/sign-in-providers/secret.ts';
import {
  memberships,
  providerIdentities,
  providerLogins,
  rateLimits,
  schools,
  signInProviders,
  users,
} from '#api/ground/db/schema.ts';
import { newId } from '#api/ground/db/ids.ts';
import { authInfo } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { mergeSchools } from '#schema/rest/schools.ts';
import {
  addSignInProvider,
  beginProviderLogin,
  checkSignInProvider,
  providerLogin,
  removeSignInProvider,
  signInProviders as listProviders,
  updateSignInProvider,
} from '#schema/rest/sign-in-providers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { giveSecondFactor } from '#tests/support/second-factor.ts';
import { answerAt, cameBack, giveProvider, keptProvider } from '#tests/support/sign-in-provider.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let admin: string;
let schoolId: string;

const newSchool = async () => {
  const id = newId();
  await world.services.db.insert(schools).values({ id, name: `School ${id}` });
  return id;
};

beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  admin = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  schoolId = await newSchool();
});

const values = () => ({
  name: 'Google',
  issuer: 'https://accounts.example.com',
  clientId: 'manabook',
  clientSecret: 'very secret',
  domains: [`d${newId().slice(-12)}.test`],
  roles: ['Teacher' as const],
  createsTeachers: false,
});
const add = (body: object) => send(world, addSignInProvider, { token: admin, params: { id: schoolId }, body });
const added = async (body: object = values()) => addSignInProvider.response.parse((await add(body).expect(201)).body);

async function memberOf(school: string, email: string, over: Partial<Member> = {}): Promise<Member> {
  const member = await addStaff(world, { role: 'Teacher', ...over });
  await world.services.db.update(users).set({ email }).where(eq(users.id, member.id));
  await world.services.db
    .insert(memberships)
    .values({ schoolId: school, userId: member.id, role: member.role === 'SchoolOwner' ? 'SchoolOwner' : 'Teacher' });
  return member;
}

/** A provider of this school with one domain, and an e-mail of that domain. */
async function providerFor(over: Partial<Parameters<typeof giveProvider>[1]> = {}) {
  const provider = await giveProvider(world.services, { schoolId, ...over });
  return { provider, email: `hana.${newId()}@${provider.domains[0] ?? ''}` };
}

const signIn = (body: object) => send(world, providerLogin, { body });
const signedIn = async (email: string) =>
  authInfo.parse((await signIn(await cameBack(world.services, email)).expect(200)).body);
const refused = async (email: string, status: 401 | 403) =>
  (await problemOf(signIn(await cameBack(world.services, email)), status)).messageKey;
const accountBy = async (email: string) =>
  (await world.services.db.select().from(users).where(eq(users.email, email)))[0];

describe('what administrators set', () => {
  test('a provider is added, listed without its secret, changed and removed', async () => {
    const given = values();
    const provider = await added({ ...given, domains: [...given.domains, ...given.domains, ' Other.Example '] });
    expect(provider.domains).toEqual([...given.domains, 'other.example'].sort());
    expect(provider.redirectUri).toBe(new URL('/login/provider', world.services.settings.publicUrl).href);
    expect(JSON.stringify(provider)).not.toContain(given.clientSecret);
    const listed = await send(world, listProviders, { token: admin, params: { id: schoolId } }).expect(200);
    expect(listed.body).toEqual([provider]);

    const params = { id: provider.id };
    const { clientSecret: _, ...kept } = given;
    const body = { ...kept, name: 'Google Workspace', createsTeachers: true, version: provider.version };
    const changed = await send(world, updateSignInProvider, { token: admin, params, body }).expect(200);
    expect(changed.body).toMatchObject({ name: 'Google Workspace', createsTeachers: true, version: 2 });
    const [row] = await world.services.db.select().from(signInProviders).where(eq(signInProviders.id, provider.id));
    expect(row && openedSecret(world.services.secrets, row)).toBe(given.clientSecret);
    expect(JSON.stringify(row)).not.toContain(given.clientSecret);
    await problemOf(send(world, updateSignInProvider, { token: admin, params, body }), 409);

    await send(world, removeSignInProvider, { token: admin, params }).expect(204);
    await send(world, removeSignInProvider, { token: admin, params }).expect(404);
  });

  test.each([
    ['issuer', 'http://accounts.example.com', 'messages.issuerInvalid'],
    ['issuer', 'https://accounts.example.com/?tenant=1', 'messages.issuerInvalid'],
    ['issuer', 'accounts.example.com', 'messages.issuerInvalid'],
    ['issuer', ' ', 'messages.issuerRequire'],
    ['name', '', 'messages.providerNameRequire'],
    ['clientId', '', 'messages.clientIdRequire'],
    ['clientSecret', '', 'messages.clientSecretRequire'],
    ['domains', [], 'messages.domainsRequire'],
    ['roles', [], 'messages.roleRequire'],
  ])('%s %j is refused with %s', async (field, value, key) => {
    const problem = await problemOf(add({ ...values(), [field]: value }), 400);
    expect(problem.errors).toEqual({ [field]: [key] });
  });

  test.each(['school', 'a b.test', 'hana@school.test', '-school.test', 'がっこう.test'])(
    '%j is no domain',
    async (domain) => {
      const problem = await problemOf(add({ ...values(), domains: [domain] }), 400);
      expect(problem.errors).toEqual({ 'domains.0': ['messages.domainInvalid'] });
    },
  );

  test('a domain belongs to one provider, and a school has five at most', async () => {
    const given = values();
    await added(given);
    const problem = await problemOf(add({ ...values(), domains: [values().domains[0], ...given.domains] }), 409);
    expect(problem).toMatchObject({
      messageKey: 'messages.domainTaken',
      messageValues: { domain: given.domains[0] },
      errors: { domains: ['messages.domainTaken'] },
    });
    for (let more = 1; more < 5; more += 1) await added();
    expect((await problemOf(add(values()), 409)).messageKey).toBe('messages.tooManyProviders');
  });

  test('another issuer needs its own secret, and forgets who signed in by the one before', async () => {
    const { provider, email } = await providerFor({ createsTeachers: true });
    await signedIn(email);
    const identities = () =>
      world.services.db.select().from(providerIdentities).where(eq(providerIdentities.providerId, provider.id));
    expect(await identities()).toHaveLength(1);
    const { name, clientId, domains, roles, version } = provider;
    const body = { ...{ name, clientId, domains, roles, version }, issuer: 'https://other.example.com' };
    const call = (more: object) =>
      send(world, updateSignInProvider, { token: admin, params: { id: provider.id }, body: { ...body, ...more } });
    expect((await problemOf(call({}), 400)).errors).toEqual({ clientSecret: ['messages.clientSecretRequire'] });
    await call({ clientSecret: 'another' }).expect(200);
    expect(await identities()).toEqual([]);
  });

  test('a check says what is wrong, and never reaches this machine’s neighbours', async () => {
    const { provider } = await providerFor();
    const check = async (id: string) =>
      checkSignInProvider.response.parse(
        (await send(world, checkSignInProvider, { token: admin, params: { id } }).expect(200)).body,
      ).problem;
    expect(await check(provider.id)).toBeNull();
    const nobody = await giveProvider(world.services, { schoolId, issuer: 'http://127.0.0.1:1' });
    expect(await check(nobody.id)).toBe('connection');
    // The same server under another name.
    const { issuer } = await keptProvider(world.services);
    const renamed = await giveProvider(world.services, { schoolId, issuer: issuer.replace('127.0.0.1', 'localhost') });
    expect(await check(renamed.id)).toBe('issuer');
    const unread = await giveProvider(world.services, { schoolId, sealedSecret: 'gone.AAAA' });
    expect(await check(unread.id)).toBe('secret');

    const settings = { ...world.services.settings, localSignInProviders: false };
    const [row] = await world.services.db.select().from(signInProviders).where(eq(signInProviders.id, provider.id));
    if (!row) throw new Error('no provider');
    const strict = { ...world.services, settings };
    for (const address of [issuer, 'https://10.0.0.1', 'https://[::1]'])
      await expect(describedProvider(strict, { ...row, issuer: address })).rejects.toMatchObject({
        problem: address === issuer ? 'connection' : 'address',
      });
  });
});

describe('signing in', () => {
  test('a member signs in, and is known by the subject from then on', async () => {
    const { email } = await providerFor();
    const member = await memberOf(schoolId, email);
    expect((await signedIn(email.toUpperCase())).userId).toBe(member.id);
    // Whoever manages the person gives them another e-mail here: the provider still calls them by the same subject.
    await world.services.db
      .update(users)
      .set({ email: `new.${email}` })
      .where(eq(users.id, member.id));
    expect((await signedIn(email.toUpperCase())).userId).toBe(member.id);
  });

  test('an invited member is active from then on, and the invitation is over', async () => {
    const { email } = await providerFor();
    const member = await memberOf(schoolId, email, { status: UserStatus.INVITED });
    expect((await signedIn(email)).userId).toBe(member.id);
    expect((await accountBy(email))?.status).toBe(UserStatus.ACTIVED);
  });

  test('somebody new becomes a teacher where the school wants it, and only there', async () => {
    const shut = await providerFor();
    expect(await refused(shut.email, 403)).toBe('messages.providerUnknownPerson');
    expect(await accountBy(shut.email)).toBeUndefined();

    const { email } = await providerFor({ createsTeachers: true });
    const info = await signedIn(email);
    expect(info).toMatchObject({ role: 'Teacher', firstName: 'Hana', lastName: 'Mori' });
    const [member] = await world.services.db.select().from(memberships).where(eq(memberships.userId, info.userId));
    expect(member).toMatchObject({ schoolId, role: 'Teacher' });
    expect((await signedIn(email)).userId).toBe(info.userId);
  });

  test.each([
    ['of another school', async (email: string) => memberOf(await newSchool(), email)],
    [
      'an administrator',
      async (email: string) => {
        const { id } = await addStaff(world, { role: 'Administrator' });
        await world.services.db.update(users).set({ email }).where(eq(users.id, id));
      },
    ],
    ['of a role that signs in otherwise', async (email: string) => memberOf(schoolId, email, { role: 'SchoolOwner' })],
  ])('somebody %s is refused', async (_who, make) => {
    const { email } = await providerFor({ roles: ['Teacher'], createsTeachers: true });
    await make(email);
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
  });

  test('a member who left the school is refused, known or not', async () => {
    const { email } = await providerFor();
    const member = await memberOf(schoolId, email);
    await signedIn(email);
    await world.services.db
      .delete(memberships)
      .where(and(eq(memberships.schoolId, schoolId), eq(memberships.userId, member.id)));
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
  });

  test('a deactivated account stays out', async () => {
    const { email } = await providerFor();
    await memberOf(schoolId, email, { status: UserStatus.DEACTIVATED });
    expect(await refused(email, 403)).toBe('messages.accountDeactivated');
  });

  test('an e-mail that the provider has not verified, or of another domain, is nobody’s', async () => {
    const { email } = await providerFor({ createsTeachers: true });
    const { people } = await keptProvider(world.services);
    people.set(email, { email_verified: false });
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
    people.set(email, { email: `somebody@${newId()}.example` });
    expect(await refused(email, 403)).toBe('messages.providerUnknownPerson');
  });

  test('an account with a second step is asked for it', async () => {
    const { email } = await providerFor();
    const member = await memberOf(schoolId, email);
    await giveSecondFactor(world.services, member.id);
    const problem = await problemOf(signIn(await cameBack(world.services, email)), 403);
    expect(problem.messageKey).toBe('messages.secondFactorNeeded');
    expect(problem.challenge).toBeTypeOf('string');
  });

  test('names that the provider gives become names by the rules of staff', async () => {
    const { email } = await providerFor({ createsTeachers: true });
    const { people } = await keptProvider(world.services);
    people.set(email, { given_name: 'https://evil.example', family_name: undefined, name: '\u202eHana Mori' });
    const { firstName, lastName } = await signedIn(email);
    expect([firstName, lastName]).toEqual([email.split('@')[0], 'Mori']);
  });
});

describe('an answer', () => {
  const wrong = async (body: object) => (await problemOf(signIn(body), 401)).messageKey;

  test('works once, in time, and with its own state alone', async () => {
    const { email } = await providerFor({ createsTeachers: true });
    const first = await cameBack(world.services, email);
    await signIn(first).expect(200);
    expect(await wrong(first)).toBe('messages.providerLoginFailed');

    const [one, other] = [await cameBack(world.services, email), await cameBack(world.services, email)];
    expect(await wrong({ state: one.state, answer: other.answer })).toBe('messages.providerLoginFailed');

    const late = await cameBack(world.services, email);
    await world.services.db.update(providerLogins).set({ expiresAt: new Date(0) });
    expect(await wrong(late)).toBe('messages.providerLoginFailed');
    await forgetExpiredAccess(world.services);
    expect(await world.services.db.select().from(providerLogins)).toEqual([]);
  });

  test.each(['', 'error=access_denied', 'code=forged', '%', 'code=1&code=2'])('%j signs nobody in', async (answer) => {
    const { email } = await providerFor({ createsTeachers: true });
    const { state } = await beginLogin(world.services, { email });
    expect(await wrong({ state, answer: answer && `${answer}&state=${state}` })).toBe('messages.providerLoginFailed');
  });

  test('of a sign-in that another provider was asked for is refused', async () => {
    const [one, other] = [await providerFor({ createsTeachers: true }), await providerFor({ createsTeachers: true })];
    const begun = await beginLogin(world.services, { email: one.email });
    const elsewhere = await beginLogin(world.services, { email: other.email });
    const answer = new URLSearchParams(await answerAt(elsewhere.url));
    answer.set('state', begun.state);
    expect(await wrong({ state: begun.state, answer: answer.toString() })).toBe('messages.providerLoginFailed');
  });

  test('begins only for a domain of a provider, whoever has an account', async () => {
    const { email } = await providerFor();
    await send(world, beginProviderLogin, { body: { email: `nobody.${email}` } }).expect(200);
    for (const unknown of ['hana@nowhere.example', 'hana', `hana@sub.${email.split('@')[1] ?? ''}`]) {
      const problem = await problemOf(send(world, beginProviderLogin, { body: { email: unknown } }), 400);
      expect(problem.errors).toEqual({ email: ['messages.noSignInProvider'] });
    }
    const down = await providerFor({ issuer: 'http://127.0.0.1:1' });
    const problem = await problemOf(send(world, beginProviderLogin, { body: { email: down.email } }), 503);
    expect(problem.messageKey).toBe('messages.providerUnreachable');
  });
});

test('schools that become one keep their people’s sign-ins', async () => {
  const { provider, email } = await providerFor();
  const member = await memberOf(schoolId, email, { role: 'SchoolOwner' });
  const into = await newSchool();
  await send(world, mergeSchools, { token: admin, params: { id: into }, body: { fromId: schoolId } }).expect(200);
  expect((await signedIn(email)).userId).toBe(member.id);
  const [row] = await world.services.db.select().from(signInProviders).where(eq(signInProviders.id, provider.id));
  expect(row?.schoolId).toBe(into);
});
