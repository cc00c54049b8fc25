import { beforeEach, describe, expect, test } from 'vitest';
import { demandOf } from '#api/domains/second-factor/demand.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { classes } from '#schema/rest/classes.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { login, logout, refreshToken } from '#schema/rest/auth.ts';
import { contract } from '#schema/rest/contract.ts';
import { beginSecondFactor, confirmSecondFactor, mySecondFactor } from '#schema/rest/second-factor.ts';
import { settings as siteSettings } from '#schema/rest/site.ts';
import { makeKey } from '#tests/api/key-ring.ts';
import { addStaff, type Member, problemOf, send, signInAs, tokenOf } from '#tests/api/school.ts';
import { graphql } from '#tests/support/people.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor } from '#tests/support/second-factor.ts';
import { ownWorld } from '#tests/support/world.ts';

const world = ownWorld({ api: { secondStep: { roles: ['Administrator'], from: null } } });
const password = 'quiet river stones';
let member: Member;
let token: string;

beforeEach(async () => {
  member = await addStaff(world, { role: 'Administrator', passwordHash: await quickHash(password) });
  token = await tokenOf(world, member);
});

const dueAtOnce = { from: null, due: true };
const bearer = () => ({ authorization: `Bearer ${token}` });

/** What is done while the installation has another setting. */
async function withDemand<Done>(secondStep: Settings['secondStep'], work: () => Promise<Done>): Promise<Done> {
  const { settings } = world.services;
  const before = settings.secondStep;
  settings.secondStep = secondStep;
  try {
    return await work();
  } finally {
    settings.secondStep = before;
  }
}

describe('somebody whose role needs a second step and who has none', () => {
  test('is told so at the sign-in and at each renewal', async () => {
    const info = await signInAs(world, { email: member.email, password });
    expect(info.secondStepDemand).toEqual(dueAtOnce);
    const renewed = await send(world, refreshToken, { body: { refreshToken: info.refreshToken } }).expect(200);
    expect(authInfo.parse(renewed.body).secondStepDemand).toEqual(dueAtOnce);
    const teacher = await addStaff(world, { role: 'Teacher', passwordHash: await quickHash(password) });
    expect((await signInAs(world, { email: teacher.email, password })).secondStepDemand).toBeNull();
  });

  test('may call what sets it up and ends the session, and nothing else', async () => {
    const open: string[] = [];
    for (const operation of contract.filter(({ access }) => access.kind !== 'anyone')) {
      const answer = await send(world, operation, { token });
      const { messageKey } = answer.body as { messageKey?: string };
      if (answer.status !== 403 || messageKey !== 'messages.secondStepRequired') open.push(operation.name);
      if (operation.name === logout.name) token = await tokenOf(world, member);
    }
    expect(open.sort()).toEqual([
      ...['addPasskey', 'admission', 'beginPasskey', 'beginSecondFactor', 'confirmSecondFactor', 'logout', 'myAccount'],
      ...['myPasskeys', 'mySecondFactor'],
    ]);
  });

  test('is to what anyone may call a stranger', async () => {
    await send(world, siteSettings, { token }).expect(200);
    const info = await signInAs(world, { email: member.email, password });
    expect(info.userId).toBe(member.id);
  });

  test('is refused in GraphQL with the same message', async () => {
    const { errors } = await graphql(world, '{ allTextBooks { id } }', {}, bearer());
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
      messageKey: 'messages.secondStepRequired',
    });
    const own = await graphql(world, '{ mySecondFactor { on demand { from due } } }', {}, bearer());
    expect(own).toEqual({ data: { mySecondFactor: { on: false, demand: dueAtOnce } } });
    const signIn = 'mutation ($input: LoginInput!) { login(input: $input) { secondStepDemand { from due } } }';
    const signedIn = await graphql(world, signIn, { input: { email: member.email, password } });
    expect(signedIn).toEqual({ data: { login: { secondStepDemand: dueAtOnce } } });
  });

  test('goes on once it is set up', async () => {
    const begun = await send(world, beginSecondFactor, { token, body: { password } }).expect(200);
    const { secret } = beginSecondFactor.response.parse(begun.body);
    await send(world, classes, { token }).expect(403);
    await send(world, confirmSecondFactor, { token, body: { code: codeOf(secret) } }).expect(200);
    await send(world, classes, { token }).expect(200);
    const own = mySecondFactor.response.parse((await send(world, mySecondFactor, { token }).expect(200)).body);
    expect(own).toMatchObject({ on: true, demand: dueAtOnce });
  });
});

test('who has one is asked for nothing more', async () => {
  await giveSecondFactor(world.services, member.id);
  await send(world, classes, { token }).expect(200);
  expect((await problemOf(send(world, login, { body: { email: member.email, password } }), 403)).messageKey).toBe(
    'messages.secondFactorNeeded',
  );
});

test('an API key that was made before goes on', async () => {
  const { key } = await withDemand({ roles: [], from: null }, () => makeKey(world, { owner: member }));
  await send(world, classes, { token }).expect(403);
  await send(world, classes, { token: key }).expect(200);
});

test('a day in the school’s zone gives a period of grace', () => {
  const settingsFrom = (from: string | null) => ({
    ...world.services.settings,
    timeZone: 'Asia/Tokyo',
    secondStep: { roles: ['Teacher' as const], from },
  });
  expect(demandOf(settingsFrom('2999-04-01'), 'Teacher')).toEqual({ from: '2999-04-01', due: false });
  expect(demandOf(settingsFrom('2020-04-01'), 'Teacher')).toEqual({ from: '2020-04-01', due: true });
  expect(demandOf(settingsFrom(null), 'Teacher')).toEqual(dueAtOnce);
  // No role has another one's demand, SuperAdmin's neither.
  expect(demandOf(settingsFrom(null), 'SuperAdmin')).toBeNull();
});

test('nothing is refused in the period of grace', async () => {
  await withDemand({ roles: ['Administrator'], from: '2999-04-01' }, async () => {
    await send(world, classes, { token }).expect(200);
    const info = await signInAs(world, { email: member.email, password });
    expect(info.secondStepDemand).toEqual({ from: '2999-04-01', due: false });
  });
});
