import request from 'supertest';
import { expect, test } from 'vitest';
import { addStaff, signInAs } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { firstError } from './start-gateway.ts';

const password = 'the one until now';
const world = keptWorld();

async function signedIn() {
  const { email } = await addStaff(world, { role: 'Teacher', passwordHash: await quickHash(password) });
  const sessions = [await signInAs(world, { email, password }), await signInAs(world, { email, password })] as const;
  const [other, own] = sessions.map(({ accessToken }) => accessToken);
  const ask = (token: string | undefined, query: string) => {
    const asked = request(world.url).post('/graphql');
    return (token === undefined ? asked : asked.set('authorization', `Bearer ${token}`)).send({ query });
  };
  return { other, own, ask };
}
const list = '{ mySessions { id current network createdAt lastUsedAt } }';

test('one’s own sessions are listed and ended through GraphQL, by nobody else', async () => {
  const { other, own, ask } = await signedIn();
  const { data } = (await ask(own, list)).body as { data: { mySessions: { id: string; current: boolean }[] } };
  expect(data.mySessions.map(({ current }) => current)).toEqual([true, false]);
  const end = `mutation { endSession(id: "${data.mySessions[1]?.id ?? ''}") }`;
  const stranger = await signedIn();
  expect(firstError((await ask(stranger.own, end)).body)).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  expect((await ask(own, end)).body).toEqual({ data: { endSession: true } });
  expect(firstError((await ask(other, list)).body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
  expect((await ask(own, 'mutation { endOtherSessions }')).body).toEqual({ data: { endOtherSessions: true } });
  expect(firstError((await ask(own, 'mutation { endSession(id: "none") }')).body)).toMatchObject({
    extensions: { code: 'BAD_USER_INPUT' },
  });
});

test('one’s own password is changed through GraphQL, by the one until now', async () => {
  const { other, own, ask } = await signedIn();
  const change = (current: string) => `mutation { changePassword(input: {
    currentPassword: "${current}", password: "quiet river stones", confirmPassword: "quiet river stones" }) }`;
  expect(firstError((await ask(own, change('wrong'))).body)).toMatchObject({
    extensions: { code: 'BAD_USER_INPUT', messageKey: expect.any(String) as string },
  });
  expect((await ask(own, change(password))).body).toEqual({ data: { changePassword: true } });
  expect((await ask(own, list)).body).toHaveProperty('data.mySessions.length', 1);
  expect(firstError((await ask(other, list)).body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
});

test('one’s own name and mail language are changed through GraphQL, by nobody else', async () => {
  const { own, ask } = await signedIn();
  const change = (first: string, version = 1) => `mutation { updateMyAccount(input: {
    firstName: "${first}", lastName: "Hara", language: JP, version: ${version} }) { firstName language version } }`;
  expect(firstError((await ask(undefined, change('Mio'))).body)).toMatchObject({
    extensions: { code: 'UNAUTHENTICATED' },
  });
  expect(firstError((await ask(own, change(''))).body)).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  const changed = { firstName: 'Mio', language: 'JP', version: 2 };
  expect((await ask(own, change('Mio'))).body).toEqual({ data: { updateMyAccount: changed } });
  expect((await ask(own, '{ myAccount { firstName language version } }')).body).toEqual({
    data: { myAccount: changed },
  });
});
