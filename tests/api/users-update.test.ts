import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendPasswordReset } from '#api/domains/auth/invitations.ts';
import { openSession } from '#api/domains/auth/sessions.ts';
import { accountLinks, auditLog, users as userRows } from '#api/ground/db/schema.ts';
import { refreshToken } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { createUser, updateUser, userById, users } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, type Member, problemOf, send, tokenOf, type Who } from './school.ts';
import { staffName } from '#schema/staff-name.ts';
import { quickHash } from '#tests/support/quick-hash.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

const password = 'a password of the office';

beforeAll(async () => {
  school = await makeSchools(world);
  const passwordHash = await quickHash(password);
  await world.services.db.update(userRows).set({ passwordHash }).where(eq(userRows.id, school.people.admin.id));
});

const aTeacher = (over: Partial<Member> = {}) =>
  addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id, ...over });

const formOf = ({ email, firstName, lastName, role, version }: Member) => ({
  email,
  firstName,
  lastName,
  role,
  version,
});

const put = (who: Who, member: Member, over: Record<string, unknown> = {}) => putAs(school.tokens[who], member, over);

const putAs = (token: string, member: Member, over: Record<string, unknown> = {}) =>
  send(world, updateUser, {
    token,
    params: { Id: member.id },
    body: { ...formOf(member), ...over },
  });

const liveLinks = (member: Member) =>
  world.services.db
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, member.id), isNull(accountLinks.voidedAt)));

describe('changing a member of staff', () => {
  test('replaces the fields, counts the version and is written down', async () => {
    const teacher = await aTeacher({ phoneNumber: '0312345678', phoneType: 1 });
    const user = await answerOf(
      updateUser,
      put('owner', teacher, { firstName: 'みどり', phoneNumber: null, language: 'jp' }),
    );
    expect(user).toMatchObject({ firstName: 'みどり', phoneNumber: null, phoneType: null, language: 'jp', version: 2 });
    const [entry] = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, teacher.id));
    expect(entry).toMatchObject({
      action: 'update',
      actorId: school.people.owner.id,
      before: { firstName: 'Aya', phoneNumber: '0312345678' },
      after: { firstName: 'みどり', phoneNumber: null },
    });
  });

  test('from an old version tells who changed it and when', async () => {
    const teacher = await aTeacher();
    await put('admin', teacher, { firstName: 'First' }).expect(200);
    const problem = await problemOf(put('owner', teacher, { firstName: 'Second' }), 409);
    const { firstName, lastName } = school.people.admin;
    expect(problem).toMatchObject({
      messageKey: 'messages.changedMeanwhile',
      messageValues: { name: staffName({ firstName, lastName }) },
    });
  });

  test('twice at once from one version is done once', async () => {
    const teacher = await aTeacher();
    const answers = await Promise.all(['A', 'B', 'C'].map((firstName) => put('admin', teacher, { firstName })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('makes their classes be found by the new name', async () => {
    const teacher = await aTeacher({ firstName: 'Old', lastName: 'Name' });
    const { id } = await school.created('owner', { secondaryTeacherIds: [teacher.id] });
    await put('owner', teacher, { firstName: '蓮', lastName: 'アラタ' }).expect(200);
    expect((await school.list('owner', { SearchText: 'あらた蓮' })).map((found) => found.id)).toEqual([id]);
    expect(await school.list('owner', { SearchText: 'Old Name' })).toEqual([]);
    const query = { SearchText: 'あらた蓮' };
    const found = await answerOf(users, send(world, users, { token: school.tokens.owner, query }));
    expect(found.items.map((user) => user.id)).toEqual([teacher.id]);
  });

  test('to another’s e-mail is a conflict, also when both move to it at once', async () => {
    const [one, two] = [await aTeacher(), await aTeacher()];
    const taken = await problemOf(put('owner', one, { email: two.email.toUpperCase() }), 409);
    expect(taken).toMatchObject({ messageKey: 'messages.emailExists', errors: { email: ['messages.emailExists'] } });
    const email = `new-${one.email}`;
    const answers = await Promise.all([one, two].map((member) => put('admin', member, { email, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('another role', () => {
  test.each(['mainTeacherId', 'secondaryTeacherIds'])(
    'is refused with the classes of a teacher (%s)',
    async (field) => {
      const teacher = await aTeacher();
      const over = { [field]: field === 'mainTeacherId' ? teacher.id : [teacher.id] };
      const { className } = await school.created('owner', { ...over, className: `3年 ${teacher.id}` });
      expect(await problemOf(put('admin', teacher, { role: 'SchoolOwner' }), 409)).toMatchObject({
        messageKey: 'messages.roleOnClasses',
        messageValues: { name: staffName(teacher), classes: className },
        errors: { role: ['messages.roleOnClasses'] },
      });
      await put('admin', teacher, { firstName: 'Same role' }).expect(200);
    },
  );

  test('is refused for the school administrator of classes, which would be nobody’s', async () => {
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    for (let count = 0; count < 6; count += 1)
      await school.created('admin', { schoolAdministratorId: owner.id, className: `Class ${count}` });
    const problem = await problemOf(put('admin', owner, { role: 'Teacher' }), 409);
    expect(problem.messageValues?.classes).toBe('Class 0, Class 1, Class 2, Class 3, Class 4 …');
  });
});

describe('what a change ends', () => {
  test('a name changes nothing for who is signed in; a role or an e-mail ends every session at once', async () => {
    const teacher = await aTeacher();
    const session = await openSession(world.services, teacher, { remembered: false });
    await put('admin', teacher, { firstName: 'Same' }).expect(200);
    await send(world, refreshToken, { body: { refreshToken: session.refreshToken } }).expect(200);
    for (const change of [{ role: 'SchoolOwner' }, { email: `moved-${teacher.email}`, password }]) {
      const member = await aTeacher();
      const { accessToken, refreshToken: refresh } = await openSession(world.services, member, { remembered: false });
      await put('admin', member, change).expect(200);
      await send(world, refreshToken, { body: { refreshToken: refresh } }).expect(401);
      await problemOf(putAs(accessToken, member), 401);
    }
  });

  test('who is still invited gets a new invitation at the new e-mail, and the old link is void', async () => {
    const body = { email: `a-${school.people.owner.email}`, firstName: 'A', lastName: 'B', role: 'Teacher' };
    const { id, version } = await answerOf(createUser, send(world, createUser, { token: school.tokens.owner, body }));
    const member = { ...(await aTeacher()), ...body, role: 'Teacher' as const, id, version };
    const [before] = await liveLinks(member);
    await put('owner', member, { email: `b-${school.people.owner.email}` }).expect(200);
    const after = await liveLinks(member);
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before?.id);
  });

  test('a reset that was mailed to the old e-mail is void', async () => {
    const teacher = await aTeacher();
    const { services } = world;
    await services.db.transaction((tx) => sendPasswordReset(services, tx, { user: teacher, requestedById: null }));
    expect(await liveLinks(teacher)).toHaveLength(1);
    await put('admin', teacher, { email: `moved-${teacher.email}`, password }).expect(200);
    expect(await liveLinks(teacher)).toEqual([]);
  });
});

const seen = async (who: Who, { id }: Pick<Member, 'id'>) =>
  userById.response.parse((await send(world, userById, { token: school.tokens[who], params: { Id: id } })).body);

describe('who may change whom', () => {
  test('another school’s people are not there', async () => {
    await problemOf(put('otherOwner', await aTeacher()), 404);
    await problemOf(put('owner', school.people.admin), 404);
  });

  test('nobody gives a role above their own, changes its holder or their own role', async () => {
    const above = await problemOf(put('owner', await aTeacher(), { role: 'Administrator' }), 403);
    expect(above.messageKey).toBe('messages.roleAboveOwn');
    const superAdmin = await addStaff(world, { role: 'SuperAdmin' });
    expect((await problemOf(put('admin', superAdmin), 403)).messageKey).toBe('messages.userAboveOwn');
    const invitedBoss = await addStaff(world, { role: 'Administrator', invitedById: school.people.owner.id });
    expect((await problemOf(put('owner', invitedBoss), 403)).messageKey).toBe('messages.userAboveOwn');
    for (const role of ['Administrator', 'Teacher'])
      expect((await problemOf(put('owner', school.people.owner, { role }), 403)).messageKey).toMatch(/role/i);
    await put('owner', school.people.owner, { firstName: 'Myself' }).expect(200);
  });

  test('a teacher of two schools is an administrator’s affair', async () => {
    const shared = await aTeacher();
    await school.created('owner', { mainTeacherId: shared.id });
    await school.created('admin', { mainTeacherId: shared.id, schoolAdministratorId: school.people.otherOwner.id });
    for (const who of ['owner', 'otherOwner'] as const)
      expect((await problemOf(put(who, shared), 403)).messageKey).toBe('messages.userOfAnotherSchool');
    await put('admin', shared).expect(200);
  });

  test('is told with the person, so that nothing is offered in vain; and who changed them last', async () => {
    const { owner, admin } = school.people;
    const [own, shared] = [await aTeacher(), await aTeacher()];
    await school.created('admin', { mainTeacherId: shared.id, schoolAdministratorId: school.people.otherOwner.id });
    const boss = await addStaff(world, { role: 'Administrator', invitedById: owner.id });
    for (const [person, refusal] of [
      [own, null],
      [owner, null],
      [shared, 'messages.userOfAnotherSchool'],
      [boss, 'messages.userAboveOwn'],
    ] as const) {
      expect(await seen('owner', person)).toMatchObject({ refusal });
      expect(await seen('admin', person)).toMatchObject({ refusal: null });
    }
    await put('admin', own).expect(200);
    expect((await seen('owner', own)).updatedBy).toMatchObject({ id: admin.id });
  });

  test('fields that the form does not have take no effect', async () => {
    const teacher = await aTeacher({ status: UserStatus.INVITED });
    const more = { status: 1, passwordHash: 'x', invitedById: school.people.otherOwner.id };
    expect(await answerOf(updateUser, put('owner', teacher, more))).toMatchObject({
      status: UserStatus.INVITED,
      invitedBy: { id: school.people.owner.id },
    });
  });

  test('who was signed out meanwhile changes nothing', async () => {
    const admin = await addStaff(world, { role: 'Administrator' });
    const token = await tokenOf(world, admin);
    await put('admin', admin, { role: 'Teacher' }).expect(200);
    await problemOf(putAs(token, await aTeacher()), 401);
  });
});
