import { beforeEach, expect, test } from 'vitest';
import { rateLimits } from '#api/ground/db/schema.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { login } from '#schema/rest/auth.ts';
import { classes } from '#schema/rest/classes.ts';
import { beginPasskeyLogin, passkeyLogin } from '#schema/rest/passkeys.ts';
import { completeLogin } from '#schema/rest/second-factor.ts';
import { givePasskey } from '#tests/support/passkeys.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor } from '#tests/support/second-factor.ts';
import { ownWorld } from '#tests/support/world.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const world = ownWorld({ gateway: false, api: { secondStep: { roles: ['Administrator'], from: null } } });
const password = 'quiet river stones';
let administrator: Member;
let teacher: Member;

beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  const passwordHash = await quickHash(password);
  administrator = await addStaff(world, { role: 'Administrator', passwordHash });
  teacher = await addStaff(world, { role: 'Teacher', passwordHash });
});

const firstStep = ({ email }: Member) => problemOf(send(world, login, { body: { email, password } }), 403);
async function ask(challenge: string | undefined) {
  const answer = await send(world, beginPasskeyLogin, { body: { challenge } }).expect(200);
  return beginPasskeyLogin.response.parse(answer.body);
}

test('a passkey is the second step that a role needs', async () => {
  const token = await tokenOf(world, administrator);
  await send(world, classes, { token }).expect(403);
  const { authenticator } = await givePasskey(world.services, administrator.id);
  await send(world, classes, { token }).expect(200);

  const { messageKey, challenge } = await firstStep(administrator);
  expect(messageKey).toBe('messages.passkeyNeeded');
  const asked = await ask(challenge);
  expect(asked.allowed).toEqual([authenticator.credentialId]);
  const answer = await send(world, passkeyLogin, { body: { ...authenticator.sign(asked), challenge } }).expect(200);
  const info = authInfo.parse(answer.body);
  expect(info).toMatchObject({ userId: administrator.id, secondStepDemand: null });
  await send(world, classes, { token: info.accessToken }).expect(200);
});

test('where a role needs none, the password goes on alone beside a passkey', async () => {
  await givePasskey(world.services, teacher.id);
  await send(world, login, { body: { email: teacher.email, password } }).expect(200);
});

test('who has an app as well takes either', async () => {
  const { secret } = await giveSecondFactor(world.services, teacher.id);
  const { authenticator } = await givePasskey(world.services, teacher.id);
  const first = await firstStep(teacher);
  expect(first.messageKey).toBe('messages.codeOrPasskeyNeeded');
  const { challenge } = first;
  await send(world, completeLogin, { body: { challenge, code: codeOf(secret) } }).expect(200);
  const answer = { ...authenticator.sign(await ask(challenge)), challenge };
  await send(world, passkeyLogin, { body: answer }).expect(200);
});

test('a second step takes no passkey of somebody else, and no challenge of another sign-in', async () => {
  const own = await givePasskey(world.services, administrator.id);
  const others = await givePasskey(world.services, teacher.id);
  const { challenge } = await firstStep(administrator);
  const stranger = { ...others.authenticator.sign(await ask(challenge)), challenge };
  await send(world, passkeyLogin, { body: stranger }).expect(401);
  const loose = { ...own.authenticator.sign(await ask(undefined)), challenge };
  await send(world, passkeyLogin, { body: loose }).expect(401);
  // Nor the other way round.
  await send(world, passkeyLogin, { body: own.authenticator.sign(await ask(challenge)) }).expect(401);
  const over = await problemOf(send(world, beginPasskeyLogin, { body: { challenge: 'none' } }), 401);
  expect(over.messageKey).toBe('messages.signInAgain');
});
