import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users as userTable } from '#api/ground/db/schema.ts';
import { createClass } from '#schema/rest/classes.ts';
import { createUser, deleteUser, updateUser, userById } from '#schema/rest/users.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, type Member, problemOf, send, tokenOf, type Who } from './school.ts';
import { staffName } from '#schema/staff-name.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const aTeacher = () => addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id });
const remove = (who: Who, { id }: Member) => send(world, deleteUser, { token: school.tokens[who], params: { Id: id } });

describe('deleting a member of staff', () => {
  test('takes them out of every answer and ends their sessions, and frees the e-mail', async () => {
    const teacher = await aTeacher();
    const token = await tokenOf(world, teacher);
    await remove('owner', teacher).expect(204);
    await problemOf(send(world, userById, { token: school.tokens.admin, params: { Id: teacher.id } }), 404);
    await problemOf(remove('owner', teacher), 404);
    await send(world, createClass, { token, body: {} }).expect(401);
    const { email } = teacher;
    const body = { email, firstName: 'A', lastName: 'B', role: 'Teacher' };
    await send(world, createUser, { token: school.tokens.owner, body }).expect(201);
  });

  test.each([
    ['main teacher', (id: string) => ({ mainTeacherId: id })],
    ['secondary teacher', (id: string) => ({ secondaryTeacherIds: [id] })],
  ])('is refused while they are the %s of a class', async (_, over) => {
    const teacher = await aTeacher();
    await school.created('owner', over(teacher.id));
    const name = staffName(teacher);
    expect(await problemOf(remove('owner', teacher), 409)).toMatchObject({
      messageKey: 'messages.couldNotDelete',
      messageValues: { name },
      detail: `Could not delete ${name}. They are associated with a Class`,
    });
  });

  test('is refused while they are the school administrator of a class', async () => {
    const owner = await addStaff(world, { role: 'SchoolOwner' });
    await school.created('admin', { schoolAdministratorId: owner.id });
    expect((await problemOf(remove('admin', owner), 409)).messageKey).toBe('messages.couldNotDelete');
  });

  test('is not for another school’s people, for who has more rights, or for oneself', async () => {
    const teacher = await aTeacher();
    await problemOf(remove('otherOwner', teacher), 404);
    await problemOf(remove('admin', await addStaff(world, { role: 'SuperAdmin' })), 403);
    expect((await problemOf(remove('admin', school.people.admin), 403)).messageKey).toBe('messages.ownDeletion');
    expect((await problemOf(remove('owner', school.people.owner), 403)).messageKey).toBe('messages.ownDeletion');
  });

  test('is not for oneself however the id is spelt', async () => {
    const member = await addStaff(world, { role: 'Administrator' });
    const [token, params] = [await tokenOf(world, member), { Id: member.id.toUpperCase() }];
    await problemOf(send(world, deleteUser, { token, params }), 403);
    const { email, firstName, lastName, version } = member;
    const body = { email, firstName, lastName, version, role: 'Teacher' };
    expect((await problemOf(send(world, updateUser, { token, params, body }), 403)).messageKey).toBe(
      'messages.ownRole',
    );
  });

  test('and a class being made for them meanwhile: one of the two is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const teacher = await aTeacher();
      const [made, removed] = await Promise.all([
        school.create('owner', { mainTeacherId: teacher.id }),
        remove('admin', teacher),
      ]);
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([made.status, removed.status]);
    }
  });

  test('and a school owner making a class meanwhile: one of the two is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await addStaff(world, { role: 'SchoolOwner' });
      const body = { className: 'X', textBookId: school.book.id, startDate: '2026-04-01', endDate: '2027-03-31' };
      const token = await tokenOf(world, owner);
      const [made, removed] = await Promise.all([send(world, createClass, { token, body }), remove('admin', owner)]);
      const [row] = await world.services.db.select().from(userTable).where(eq(userTable.id, owner.id));
      expect([row?.deletedAt === null, made.status === 201, removed.status === 204]).toEqual(
        made.status === 201 ? [true, true, false] : [false, false, true],
      );
    }
  });
});
