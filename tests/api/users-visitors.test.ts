import { eq } from 'drizzle-orm';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { users as userTable } from '#api/ground/db/schema.ts';
import { copyClass } from '#schema/rest/class-copies.ts';
import { forgotPassword } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { exportRoster } from '#schema/rest/roster-files.ts';
import { exportUsers } from '#schema/rest/user-files.ts';
import { updateUser, userById, users } from '#schema/rest/users.ts';
import { allTeachers } from '#schema/rest/user-pickers.ts';
import { resetUserPassword, setUserStatus } from '#schema/rest/user-accounts.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { unzip } from '#tests/support/unzip.ts';
import { addStaff, makeSchools, type Member, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const ofNoSchool = (over: Partial<Member> = {}) =>
  addStaff(world, { role: 'Teacher', phoneNumber: '0312345678', phoneType: 1, ...over });

const asSeenBy = (who: Who, { id }: Member) => send(world, userById, { token: school.tokens[who], params: { Id: id } });

const listedFor = async (who: Who, { lastName }: Member) => {
  const query = { SearchText: lastName };
  return (await answerOf(users, send(world, users, { token: school.tokens[who], query }))).items.map(({ id }) => id);
};

const changed = (who: Who, { id, email, firstName, lastName, role, version }: Member, over = {}) =>
  send(world, updateUser, {
    token: school.tokens[who],
    params: { Id: id },
    body: { email, firstName, lastName, role, version, ...over },
  });

describe('a teacher of no school whom a school owner puts on a class', () => {
  test('teaches there by name, and stays out of the owner’s users', async () => {
    const teacher = await ofNoSchool();
    const made = await school.created('owner', { mainTeacherId: teacher.id });
    expect(made.mainTeacher).toMatchObject({ id: teacher.id, lastName: teacher.lastName });
    await problemOf(asSeenBy('owner', teacher), 404);
    expect(await listedFor('owner', teacher)).toEqual([]);
    const query = { SearchText: teacher.lastName, Language: 'en' };
    const file = await send(world, exportUsers, { token: school.tokens.owner, query }).expect(200);
    expect(file.text).not.toContain(teacher.email);
    const again = { query: teacher.lastName };
    const offered = await answerOf(allTeachers, send(world, allTeachers, { token: school.tokens.owner, query: again }));
    expect(offered.map(({ id }) => id)).toEqual([teacher.id]);
  });

  test('is in the owner’s roster export by our id and the name alone', async () => {
    const teacher = await ofNoSchool({ externalId: `T-${newId()}` });
    await school.created('owner', { mainTeacherId: teacher.id });
    await world.services.db
      .update(userTable)
      .set({ status: UserStatus.DEACTIVATED })
      .where(eq(userTable.id, teacher.id));
    const exported = async (who: Who) => {
      const sent = send(world, exportRoster, { token: school.tokens[who] });
      const answer = await sent.buffer(true).parse(binary).expect(200);
      return [...(await unzip(answer.body as Buffer)).entries()]
        .map(([name, content]) => `${name} ${String(content)}`)
        .join('');
    };
    const [{ id, lastName }, member] = [teacher, school.people.teacher];
    const forOwner = await exported('owner');
    expect(forOwner).toContain(`${id},,,true,${id},,Aya,${lastName},,,,`);
    expect(forOwner).toContain(`${member.id},,,true,${member.email},,花子,山田,,,${member.email},`);
    for (const hidden of [teacher.email, teacher.externalId]) expect(forOwner).not.toContain(hidden);
    expect(await exported('admin')).toContain(`${teacher.externalId ?? ''},,,false,${teacher.email},`);
  });

  test('cannot be changed, reset or deactivated by that owner', async () => {
    const teacher = await ofNoSchool();
    await school.created('owner', { secondaryTeacherIds: [teacher.id] });
    const [token, params] = [school.tokens.owner, { id: teacher.id }];
    await problemOf(changed('owner', teacher, { email: `mine-${teacher.email}` }), 404);
    await problemOf(send(world, resetUserPassword, { token, params }), 404);
    await problemOf(send(world, setUserStatus, { token, params, body: { status: 2 } }), 404);
    await send(world, forgotPassword, { body: { email: `mine-${teacher.email}` } }).expect(202);
    expect((await answerOf(userById, asSeenBy('admin', teacher))).email).toBe(teacher.email);
  });

  test('stays a visitor when taken off and put on again, and when the class is changed or copied', async () => {
    const teacher = await ofNoSchool();
    const made = await school.created('owner');
    const put = async (mainTeacherId: string | null, version: number) =>
      school.put('owner', { ...made, version }, { textBookId: made.textBook.id, mainTeacherId }).expect(200);
    for (const [at, id] of [teacher.id, null, teacher.id, teacher.id].entries()) await put(id, made.version + at);
    const body = { include: { mainTeacher: true, schoolAdministrator: true } };
    await send(world, copyClass, { token: school.tokens.owner, params: { id: made.id }, body }).expect(200);
    await problemOf(asSeenBy('owner', teacher), 404);
  });

  test('is of the school once an administrator puts them on one of its classes', async () => {
    const teacher = await ofNoSchool();
    await school.created('owner', { mainTeacherId: teacher.id });
    await problemOf(asSeenBy('owner', teacher), 404);
    const schoolAdministratorId = school.people.owner.id;
    await school.created('admin', { mainTeacherId: teacher.id, schoolAdministratorId });
    expect(await answerOf(userById, asSeenBy('owner', teacher))).toMatchObject({ email: teacher.email, refusal: null });
  });
});

test('a colleague of no school is a visitor too where a teacher puts them on a class of the own school', async () => {
  const colleague = await ofNoSchool();
  await school.created('admin', { mainTeacherId: school.people.teacher.id, secondaryTeacherIds: [colleague.id] });
  await school.created('teacher', {
    mainTeacherId: school.people.teacher.id,
    secondaryTeacherIds: [colleague.id],
    schoolAdministratorId: school.people.owner.id,
  });
  await problemOf(asSeenBy('owner', colleague), 404);
});

test('whom an owner has invited stays theirs on every class', async () => {
  const own = await ofNoSchool({ invitedById: school.people.owner.id });
  await school.created('owner', { mainTeacherId: own.id });
  expect(await answerOf(userById, asSeenBy('owner', own))).toMatchObject({ refusal: null });
});

function binary(response: Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
}
