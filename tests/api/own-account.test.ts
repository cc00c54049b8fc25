import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#api/ground/db/schema.ts';
import { myAccount, updateMyAccount } from '#schema/rest/own-account.ts';
import { classes } from '#schema/rest/classes.ts';
import { users } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff, type Member, newStudentToken, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let member: Member;
let token: string;

beforeEach(async () => {
  member = await addStaff(world, { role: 'Teacher', firstName: 'Hanako', lastName: 'Ito' });
  token = await tokenOf(world, member);
});

const update = (body: object, as = token) => send(world, updateMyAccount, { token: as, body });

test('a teacher changes their own name and mail language, which is logged and found by a search', async () => {
  const own = await answerOf(myAccount, send(world, myAccount, { token }));
  expect(own).toEqual({
    ...{ id: member.id, firstName: 'Hanako', lastName: 'Ito', email: member.email, language: 'en', version: 1 },
    createdAt: member.createdAt.toISOString(),
    updatedAt: member.updatedAt.toISOString(),
    updatedBy: null,
  });
  const lastName = `Kobayashi-${member.id.slice(-6)}`;
  const changed = { firstName: 'Hanako', lastName, language: 'jp' };
  const after = await answerOf(updateMyAccount, update({ ...changed, version: 1 }));
  expect(after).toEqual({
    ...{ ...own, ...changed, version: 2, updatedAt: after.updatedAt },
    updatedBy: { id: member.id, firstName: 'Hanako', lastName },
  });
  expect(after.updatedAt > own.updatedAt).toBe(true);
  expect(await answerOf(myAccount, send(world, myAccount, { token }))).toMatchObject(changed);
  const [entry] = await world.services.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, member.id))
    .orderBy(desc(auditLog.at), desc(auditLog.id));
  expect(entry).toMatchObject({ action: 'update', actorId: member.id, before: { language: 'en' }, after: changed });
  const administrator = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const found = send(world, users, { token: administrator, query: { SearchText: lastName } });
  expect((await answerOf(users, found)).items.map(({ id }) => id)).toEqual([member.id]);
});

test.each([
  ['first', { firstName: 'Sakurako' }],
  ['last', { lastName: 'Takanashi' }],
])('a new %s name alone finds the classes of a teacher', async (_, changed) => {
  const { db } = world.services;
  const { id } = await makeClass(db, { textbookId: (await makeTextBook(db)).id, mainTeacherId: member.id });
  await update({ firstName: 'Hanako', lastName: 'Ito', language: 'en', ...changed, version: 1 }).expect(200);
  const query = { SearchText: Object.values(changed).join() };
  const found = await answerOf(classes, send(world, classes, { token, query }));
  expect(found.items.map((one) => one.id)).toEqual([id]);
});

test('nobody else’s account is read or changed, and none without a sign-in of staff', async () => {
  const body = { firstName: 'A', lastName: 'B', language: 'en', version: 1 };
  await problemOf(send(world, myAccount), 401);
  await problemOf(send(world, updateMyAccount, { body }), 401);
  const student = await newStudentToken(world);
  await problemOf(send(world, myAccount, { token: student }), 403);
  await problemOf(update(body, student), 403);
});

test.each([
  ['firstName', { firstName: ' ' }, 'messages.firstNameRequire'],
  ['lastName', { lastName: '' }, 'messages.lastNameRequire'],
  ['language', { language: 'de' }, 'messages.invalidValue'],
])('a wrong %s is refused', async (field, wrong, message) => {
  const body = { firstName: 'Hanako', lastName: 'Ito', language: 'en', version: 1, ...wrong };
  expect((await problemOf(update(body), 400)).errors).toEqual({ [field]: [message] });
});

test('what somebody else has changed since is not overwritten', async () => {
  const body = { firstName: 'Hanako', lastName: 'Mori', language: 'en', version: 1 };
  await update(body).expect(200);
  expect(await problemOf(update({ ...body, lastName: 'Ueda' }), 409)).toMatchObject({
    messageKey: 'messages.changedMeanwhile',
  });
});
