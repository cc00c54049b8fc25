import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { describedProvider } from '#api/domains/sign-in-providers/relying-party.ts';
import { openedSecret } from '#api/domains/sign-in-providers/secret.ts';
import { newId } from '#api/ground/db/ids.ts';
import { providerIdentities, rateLimits, signInProviders } from '#api/ground/db/schema.ts';
import { mergeSchools } from '#schema/rest/schools.ts';
import {
  addSignInProvider,
  checkSignInProvider,
  removeSignInProvider,
  signInProviders as listProviders,
  updateSignInProvider,
} from '#schema/rest/sign-in-providers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { giveProvider, keptProvider } from '#tests/support/sign-in-provider.ts';
import { providerPeople } from './provider-people.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
const { newSchool, memberOf, providerFor, signedIn } = providerPeople(world);
let admin: string;
let schoolId: string;

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
    const { provider, email } = await providerFor(schoolId, { createsTeachers: true });
    await signedIn(email);
    const identities = () =>
      world.services.db.select().from(providerIdentities).where(eq(providerIdentities.providerId, provider.id));
    expect(await identities()).toHaveLength(1);
    const { name, clientId, domains, roles, version } = provider;
    const createsTeachers = true;
    const body = {
      ...{ name, clientId, domains, roles, createsTeachers, version },
      issuer: 'https://other.example.com',
    };
    const call = (more: object) =>
      send(world, updateSignInProvider, { token: admin, params: { id: provider.id }, body: { ...body, ...more } });
    expect((await problemOf(call({}), 400)).errors).toEqual({ clientSecret: ['messages.clientSecretRequire'] });
    await call({ clientSecret: 'another' }).expect(200);
    expect(await identities()).toEqual([]);
  });

  test('a check says what is wrong, and never reaches this machine’s neighbours', async () => {
    const { provider } = await providerFor(schoolId);
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

test('schools that become one keep their people’s sign-ins', async () => {
  const { provider, email } = await providerFor(schoolId);
  const member = await memberOf(schoolId, email, { role: 'SchoolOwner' });
  const into = await newSchool();
  await send(world, mergeSchools, { token: admin, params: { id: into }, body: { fromId: schoolId } }).expect(200);
  expect((await signedIn(email)).userId).toBe(member.id);
  const [row] = await world.services.db.select().from(signInProviders).where(eq(signInProviders.id, provider.id));
  expect(row?.schoolId).toBe(into);
});
