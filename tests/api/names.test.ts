import { beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { newId } from '#api/ground/db/ids.ts';
import { classes, profiles } from '#api/ground/db/schema.ts';
import { copyClass } from '#schema/rest/class-copies.ts';
import { renameClassProfile } from '#schema/rest/class-profiles.ts';
import { createStudent } from '#schema/rest/student-profiles.ts';
import { importUsers } from '#schema/rest/user-files.ts';
import { createUser, updateUser } from '#schema/rest/users.ts';
import { schoolRules } from '#schema/rules/setup.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { addStaff, makeSchools, problemOf, send } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let token: string;

beforeAll(async () => {
  school = await makeSchools(world);
  token = school.tokens.admin;
});

const hidden = 'messages.nameHiddenCharacters';
const [reversed, bell, oldName] = ['Anna \u202egpj', 'An\u0007na', 'B\u2066ob'];
// Joiners belong to emoji and to several scripts.
const family = 'Anna \u{1F468}\u200d\u{1F469}';

describe('a new name holds no hidden characters', () => {
  test.each([
    ['firstName', reversed, hidden],
    ['lastName', bell, hidden],
    ['lastName', 'win at HTTPS://elsewhere.test', 'messages.nameLink'],
    ['firstName', 'www.elsewhere.test', 'messages.nameLink'],
  ])('of a member of staff, nor a link: %s %j', async (field, name, key) => {
    const person = { email: `${newId()}@school.test`, firstName: family, lastName: '山田', role: 'Teacher' };
    const refused = await problemOf(send(world, createUser, { token, body: { ...person, [field]: name } }), 400);
    expect(refused.errors).toEqual({ [field]: [key] });
    const made = await send(world, createUser, { token, body: person }).expect(201);
    expect(made.body).toMatchObject({ firstName: family });
  });

  test('of people in a file', async () => {
    const lines = ['E-mail,First name,Last name,Role', `${newId()}@school.test,${reversed},www.elsewhere.test,Teacher`];
    const files = { file: { content: Buffer.from(lines.join('\r\n')), fileName: 'people.csv' } };
    const { errors } = await answerOf(
      importUsers,
      send(world, importUsers, { token, fields: { dryRun: 'true' }, files }),
    );
    expect(errors).toMatchObject([
      { field: 'firstName', messageKey: hidden },
      { field: 'lastName', messageKey: 'messages.nameLink' },
    ]);
  });

  test('of a class and of its copy', async () => {
    const className = [hidden];
    expect((await problemOf(school.create('admin', { className: reversed }), 400)).errors).toEqual({ className });
    const { id } = await school.created('admin');
    const copy = (name: string) =>
      send(world, copyClass, { token, params: { id }, body: { include: {}, className: name, dryRun: false } });
    expect((await problemOf(copy(bell), 400)).errors).toEqual({ className });
    await world.services.db.update(classes).set({ className: oldName }).where(eq(classes.id, id));
    await copy(oldName).expect(200);
  });

  test('of a profile', async () => {
    const body = { animal: 'cat', classHashCode: null };
    const refused = await problemOf(send(world, createStudent, { body: { ...body, name: reversed } }), 400);
    expect(refused.errors).toEqual({ name: [hidden] });
    await send(world, createStudent, { body: { ...body, name: family } }).expect(201);
  });

  test('of a school', () => {
    const person = { email: 'a@school.test', language: 'en', firstName: 'www.elsewhere.test', lastName: 'B' };
    const { error } = schoolRules.safeParse({ ...person, schoolName: reversed });
    expect(error?.issues.map(({ message }) => message)).toEqual([hidden, 'messages.nameLink']);
  });
});

describe('an old name may stay, and is changed for a right one only', () => {
  test('of a member of staff', async () => {
    const { id, email, role, version } = await addStaff(world, { role: 'Teacher', firstName: oldName });
    const put = (over: object) =>
      send(world, updateUser, {
        token,
        params: { Id: id },
        body: { email, role, version, firstName: oldName, lastName: 'B', ...over },
      });
    expect((await problemOf(put({ firstName: reversed }), 400)).errors).toEqual({ firstName: [hidden] });
    expect((await problemOf(put({ lastName: oldName }), 400)).errors).toEqual({ lastName: [hidden] });
    expect((await put({}).expect(200)).body).toMatchObject({ firstName: oldName, lastName: 'B' });
  });

  test('of a class', async () => {
    const made = await school.created('admin');
    await world.services.db.update(classes).set({ className: oldName }).where(eq(classes.id, made.id));
    const refused = await problemOf(school.put('admin', made, { className: bell }), 400);
    expect(refused.errors).toEqual({ className: [hidden] });
    await school.put('admin', made, { className: oldName }).expect(200);
  });

  test('of a profile', async () => {
    const { id, classHashCode } = await school.created('admin', {
      startDate: dayFromNow(-1),
      endDate: dayFromNow(100),
    });
    const body = { name: 'Anna', animal: 'cat', classHashCode };
    const profile = await answerOf(createStudent, send(world, createStudent, { body }));
    await world.services.db.update(profiles).set({ name: oldName }).where(eq(profiles.id, profile.id));
    const rename = (name: string) =>
      send(world, renameClassProfile, {
        token,
        params: { id, profileId: profile.id },
        body: { name, animal: 'dog', version: 1 },
      });
    expect((await problemOf(rename(reversed), 400)).errors).toEqual({ name: [hidden] });
    await rename(oldName).expect(200);
  });
});
