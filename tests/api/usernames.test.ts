import { beforeAll, expect, test } from 'vitest';
import { login } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { updateUser } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { addStaff, makeSchools, type Member, problemOf, send } from './school.ts';

const world = keptApi();
const password = 'a password of the office';
let school: Awaited<ReturnType<typeof makeSchools>>;
let teacher: Member;
let other: Member;
beforeAll(async () => {
  school = await makeSchools(world);
  const mine = { role: 'Teacher', invitedById: school.people.owner.id, status: UserStatus.ACTIVED } as const;
  teacher = await addStaff(world, { ...mine, passwordHash: await quickHash(password) });
  other = await addStaff(world, mine);
});

function put({ id, email, firstName, lastName, role, version }: Member, over: object) {
  const body = { email, firstName, lastName, role, version, ...over };
  return send(world, updateUser, { token: school.tokens.owner, params: { Id: id }, body });
}

const signIn = (email: string) => send(world, login, { body: { email, password } });

test('signs in however it is typed, until it is taken away', async () => {
  const end = teacher.id.slice(-6);
  const { username } = await answerOf(updateUser, put(teacher, { username: ` Ｍｉｄｏｒｉ.${end}` }));
  expect(username).toBe(`Midori.${end}`);
  for (const typed of [`Ｍｉｄｏｒｉ.${end}`, `MIDORI.${end}`]) await signIn(typed).expect(200);

  const taken = await problemOf(put(other, { username: `midori.${end}` }), 409);
  expect(taken).toMatchObject({ errors: { username: ['messages.usernameExists'] }, existingId: teacher.id });

  expect(await answerOf(updateUser, put(teacher, { username: '', version: 2 }))).toMatchObject({ username: null });
  await signIn(`midori.${end}`).expect(401);
});

test('an e-mail address signs in too when a Japanese keyboard typed it wide', async () => {
  const wide = teacher.email.replace(/[\w.@-]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
  expect(wide).toContain('＠');
  await signIn(wide).expect(200);
});

test.each(['midori sato', 'midori@school.test', 'x'.repeat(101), 'mido\u202eri'])('cannot be %j', async (username) => {
  const refusal = await problemOf(put(other, { username }), 400);
  expect(refusal.errors).toEqual({ username: ['messages.invalidUsername'] });
});
