import { beforeAll, expect, test } from 'vitest';
import { login } from '#schema/rest/auth.ts';
import {
  completeLogin,
  confirmSecondFactor,
  removeSecondFactor,
  turnOffSecondFactor,
} from '#schema/rest/second-factor.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { endWaits } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor, wrongCodeFor } from '#tests/support/second-factor.ts';
import { ownWorld } from '#tests/support/world.ts';
import { mailsTo } from './mail-box.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const server = ownMailServer();
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url } }));
const password = 'quiet river stones';
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await quickHash(password);
});

test('the person is told when their second step is turned on and off', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', passwordHash });
  const token = await tokenOf(world, teacher);
  const { secret } = await giveSecondFactor(world.services, teacher.id, { confirmed: false });
  await send(world, confirmSecondFactor, { token, body: { code: codeOf(secret) } }).expect(200);
  const [on] = await mailsTo(server, teacher.email, 1);
  expect(on?.subject).toBe('Second step turned on for your Manabook account');
  expect(on?.text).toContain(teacher.email);
  expect(on?.text).not.toContain(secret);
  await send(world, turnOffSecondFactor, { token, body: { password, code: codeOf(secret, 1) } }).expect(204);
  const [, off] = await mailsTo(server, teacher.email, 2);
  expect(off?.text).toContain('now takes only the password');
});

test('an administrator who takes it off is named, in the person’s language', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', language: 'jp' });
  const by = await addStaff(world, { role: 'Administrator', passwordHash, firstName: '花子', lastName: '山田' });
  await giveSecondFactor(world.services, teacher.id);
  const call = { token: await tokenOf(world, by), params: { id: teacher.id }, body: { password } };
  await send(world, removeSecondFactor, call).expect(204);
  const [mail] = await mailsTo(server, teacher.email, 1);
  expect(mail?.subject).toBe('Manabook：2段階認証がオフになりました');
  expect(mail?.text).toContain('山田 花子 さんが');
});

test('a recovery code that signs in is told of', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', passwordHash });
  const { recoveryCodes } = await giveSecondFactor(world.services, teacher.id, { recovery: true });
  const { challenge } = await problemOf(send(world, login, { body: { email: teacher.email, password } }), 403);
  const [code = ''] = recoveryCodes;
  await send(world, completeLogin, { body: { challenge, code } }).expect(200);
  const [mail] = await mailsTo(server, teacher.email, 1);
  expect(mail?.subject).toBe('A recovery code was used for your Manabook account');
  expect(mail?.text).not.toContain(code);
});

test('the third wrong code after the right password is told of, once a day', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', passwordHash });
  const { secret } = await giveSecondFactor(world.services, teacher.id);
  const { challenge } = await problemOf(send(world, login, { body: { email: teacher.email, password } }), 403);
  const tryWrong = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await endWaits(world.services);
      await send(world, completeLogin, { body: { challenge, code: wrongCodeFor(secret) } }).expect(400);
    }
  };
  // Two, and then a right one: the person's own mistakes.
  await tryWrong(2);
  await endWaits(world.services);
  await send(world, completeLogin, { body: { challenge, code: codeOf(secret) } }).expect(200);
  await tryWrong(4);
  await send(world, completeLogin, { body: { challenge, code: codeOf(secret, 1) } }).expect(200);
  await tryWrong(3);
  // The next letter of another kind comes after all of them.
  const token = await tokenOf(world, teacher);
  await world.services.pool.query('update second_factors set last_step = null');
  await send(world, turnOffSecondFactor, { token, body: { password, code: codeOf(secret) } }).expect(204);
  const mails = await mailsTo(server, teacher.email, 2);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Wrong codes for your Manabook account',
    'Second step turned off for your Manabook account',
  ]);
  expect(mails[0]?.text).toContain('set a new one at once');
});
