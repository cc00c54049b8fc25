import { beforeAll, describe, expect, test } from 'vitest';
import { createLink, linkToken } from '#api/domains/auth/account-links.ts';
import { installation } from '#api/ground/db/schema.ts';
import { updatePassword } from '#schema/rest/auth.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { addStaff, type Member, problemOf, send, signInAs } from './school.ts';

const current = 'what it is now';
const world = keptApi();
let member: Member;

beforeAll(async () => {
  const passwordHash = await quickHash(current);
  member = await addStaff(world, { role: 'Teacher', firstName: 'Marigold', lastName: 'Featherstone', passwordHash });
});

async function newLink(): Promise<string> {
  const { db, secrets } = world.services;
  const link = { userId: member.id, purpose: 'reset', requestedById: null, hours: 1 } as const;
  return linkToken(secrets, await db.transaction((tx) => createLink(tx, secrets, link)));
}

const update = async (password: unknown, confirmPassword = password) =>
  send(world, updatePassword, { body: { token: await newLink(), password, confirmPassword } });

test('an old password signs in, however easy it is to guess', async () => {
  const { email } = await addStaff(world, { role: 'Teacher', passwordHash: await quickHash('password1') });
  await signInAs(world, { email, password: 'password1' });
});

describe('a new password', () => {
  test.each<[string, unknown, unknown, Record<string, string[]>]>([
    [
      'nothing',
      undefined,
      undefined,
      { password: ['messages.passRequire'], confirmPassword: ['messages.passRequire'] },
    ],
    ['an empty one', '', '', { password: ['messages.passRequire'], confirmPassword: ['messages.passRequire'] }],
    ['seven letters', '7letter', '7letter', { password: ['messages.passMinLength'] }],
    ['seven emoji', '🦊'.repeat(7), '🦊'.repeat(7), { password: ['messages.passMinLength'] }],
    ['129 letters', 'ab 1'.repeat(32) + 'x', 'ab 1'.repeat(32) + 'x', { password: ['messages.passMaxLength'] }],
    ['another one below', 'first of two', 'second of two', { confirmPassword: ['messages.confirmPasswordField'] }],
    ['a number', 1234567890, 1234567890, { password: ['messages.passRequire'] }],
    ['a NUL', 'nul \0 inside', 'nul \0 inside', { password: ['messages.invalidValue'] }],
    ['half a letter', 'half \ud800 letter', 'half \ud800 letter', { password: ['messages.invalidValue'] }],
  ])('refuses %s', async (_, password, confirmPassword, errors) => {
    const body = { token: await newLink(), password, confirmPassword };
    expect((await problemOf(send(world, updatePassword, { body }), 400)).errors).toMatchObject(errors);
  });

  test('refuses the current one, in any Unicode form', async () => {
    const answer = await update(current.normalize('NFD'));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      messageKey: 'messages.passwordReused',
      detail: 'Your new password cannot be the same as your current password. Please try another password.',
      errors: { password: ['messages.passwordReused'] },
    });
  });

  test.each([
    'Password123',
    'ｐａｓｓｗｏｒｄ１',
    '12345678',
    '87654321',
    'aaaaaaaa',
    'qwertyuiop',
    'marigold2026!',
    'FeatherstoneMarigold',
    'michelle1',
    'Hoshizora-2026',
    'Manabook2026!',
  ])('refuses %s, which anybody would try', async (password) => {
    await world.services.db.update(installation).set({ schoolName: 'Hoshizora Elementary School' });
    const answer = await update(password);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { password: ['messages.passwordTooCommon'] } });
  });

  test.each([
    ['eight letters', 'kx7-vq2m'],
    ['eight emoji', '🦊🐻🐰🐸🐧🦉🐘🐼'],
    ['128 letters', 'abcd efgh kx7 vq2m'.repeat(8).slice(0, 127) + 'é'],
    ['spaces around it', '  two spaces each  '],
    ['kana', 'ひみつのことばだよ'],
  ])('may be %s, and is kept as it is', async (_, password) => {
    expect((await update(password)).status).toBe(204);
    await signInAs(world, { email: member.email, password });
  });
});
