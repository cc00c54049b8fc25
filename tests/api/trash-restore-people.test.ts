import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { auditLog, classes, classSecondaryTeachers, memberships, users } from '#api/ground/db/schema.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { moveSchoolMember, removeSchoolMember } from '#schema/rest/schools.ts';
import { deleteUser } from '#schema/rest/users.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { makePast } from './nightly-past.ts';
import { aClass, makePlace, type Place, schoolOwnedBy } from './samples/place.ts';
import { addStaff, type Member, send, tokenOf } from './school.ts';
import { openTrash } from './trash-can.ts';

const world = keptApi();
let place: Place;
let can: ReturnType<typeof openTrash>;
let schoolId: string;

beforeEach(async () => {
  place = await makePlace(world);
  can = openTrash(place);
  schoolId = (await schoolOwnedBy(place, place.own.SchoolOwner.id)).id;
});

const db = () => world.services.db;
const anotherOwner = () => addStaff(world, { role: 'SchoolOwner', invitedById: place.own.SchoolOwner.id });

async function rowOf(id: string) {
  const [row] = await db().select().from(classes).where(eq(classes.id, id));
  return row;
}

async function removeClass(id: string): Promise<void> {
  const token = await tokenOf(world, place.own.Administrator);
  await send(world, deleteClass, { token, params: { id } }).expect(204);
}

async function removePerson({ id }: Member): Promise<void> {
  const token = await tokenOf(world, place.own.Administrator);
  await send(world, deleteUser, { token, params: { Id: id } }).expect(204);
}

async function valuesOf(id: string, action: string) {
  const which = and(eq(auditLog.entityId, id), eq(auditLog.action, action));
  const [row] = await db()
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(which)
    .orderBy(auditLog.at);
  return row;
}

const aTeacher = () => addStaff(world, { role: 'Teacher', invitedById: place.own.SchoolOwner.id });

async function addSecondary(classId: string, ...teachers: readonly Member[]): Promise<void> {
  const rows = teachers.map(({ id: teacherId }, position) => ({ classId, teacherId, position }));
  await db().insert(classSecondaryTeachers).values(rows);
}

async function secondaryOf(classId: string): Promise<readonly string[]> {
  const rows = await db().select().from(classSecondaryTeachers).where(eq(classSecondaryTeachers.classId, classId));
  return rows.map(({ teacherId }) => teacherId);
}

const leave = {
  'is removed from it': async ({ id: userId }: Member) => {
    const token = await tokenOf(world, place.own.Administrator);
    await send(world, removeSchoolMember, { token, params: { id: schoolId, userId } }).expect(204);
  },
  'moves to another': async ({ id: userId }: Member) => {
    const token = await tokenOf(world, place.own.Administrator);
    const { id: toSchoolId } = await schoolOwnedBy(place, place.other.SchoolOwner.id);
    const params = { id: schoolId, userId };
    await send(world, moveSchoolMember, { token, params, body: { toSchoolId } }).expect(204);
  },
};

describe('a class that is restored', () => {
  test('goes to another owner of its school where its own was deleted, and stays in the school', async () => {
    const { own } = place;
    const { id } = await aClass(place);
    const second = await anotherOwner();
    await removeClass(id);
    await removePerson(own.SchoolOwner);
    expect((await can.restore(second, 'classes', id)).status).toBe(204);
    await makePast(world).deleted('users', own.SchoolOwner.id, 31);
    await cleanUp({ services: world.services, signal: new AbortController().signal });
    expect(await rowOf(id)).toMatchObject({ schoolId, schoolAdministratorId: second.id });
    expect(await valuesOf(id, 'restore')).toEqual({
      before: { schoolAdministratorId: own.SchoolOwner.id },
      after: { schoolAdministratorId: second.id },
    });
  });

  test('goes to another owner where its own has left the school', async () => {
    const { own } = place;
    const { id } = await aClass(place);
    const second = await anotherOwner();
    await removeClass(id);
    const token = await tokenOf(world, own.Administrator);
    const params = { id: schoolId, userId: own.SchoolOwner.id };
    await send(world, removeSchoolMember, { token, params }).expect(204);
    expect((await can.restore(own.Teacher, 'classes', id)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ schoolId, schoolAdministratorId: second.id });
  });

  test('waits for an owner where its school has none', async () => {
    const { own } = place;
    const { id } = await aClass(place);
    await removeClass(id);
    await removePerson(own.SchoolOwner);
    const refused = await can.restore(own.Teacher, 'classes', id);
    expect(refused.body).toMatchObject({ status: 409, messageKey: 'messages.schoolHasNoOwner' });
    expect((await rowOf(id))?.deletedAt).not.toBeNull();
    await db().insert(memberships).values({ schoolId, userId: place.other.SchoolOwner.id, role: 'SchoolOwner' });
    expect((await can.restore(own.Teacher, 'classes', id)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ schoolId, schoolAdministratorId: place.other.SchoolOwner.id });
  });

  test('leaves out the teachers who were deleted, and says so', async () => {
    const { own } = place;
    const [main, gone, stays] = [await aTeacher(), await aTeacher(), await aTeacher()];
    const { id } = await aClass(place, { mainTeacherId: main.id });
    const secondaryTeacherIds = [gone.id, stays.id];
    await addSecondary(id, gone, stays);
    await removeClass(id);
    await removePerson(main);
    await removePerson(gone);
    expect((await can.restore(own.SchoolOwner, 'classes', id)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ mainTeacherId: null, schoolAdministratorId: own.SchoolOwner.id });
    expect(await secondaryOf(id)).toEqual([stays.id]);
    expect(await valuesOf(id, 'restore')).toEqual({
      before: { mainTeacherId: main.id, secondaryTeacherIds },
      after: { mainTeacherId: null, secondaryTeacherIds: [stays.id] },
    });
  });

  test('waits for an owner who is being deleted at the same time', async () => {
    const { own } = place;
    const { id } = await aClass(place);
    const second = await anotherOwner();
    await removeClass(id);
    const restoring = await db().transaction(async (tx) => {
      await tx
        .update(users)
        .set({ deletedAt: sql`now()` })
        .where(eq(users.id, own.SchoolOwner.id));
      const sent = can.restore(second, 'classes', id).then(({ status }) => status);
      await expect.poll(() => waitingForLock(world)).toBe(1);
      return [sent];
    });
    expect(await Promise.all(restoring)).toEqual([204]);
    expect(await rowOf(id)).toMatchObject({ schoolId, schoolAdministratorId: second.id });
  });
});

describe('a teacher of a class in the trash', () => {
  test.each(Object.entries(leave))('who belongs to its school and %s is not on the class again', async (_, leaves) => {
    const [main, second, stays] = [await aTeacher(), await aTeacher(), await aTeacher()];
    const { id } = await aClass(place, { mainTeacherId: main.id });
    await addSecondary(id, second, stays);
    await removeClass(id);
    for (const teacher of [main, second]) {
      expect((await can.list(teacher)).map((item) => item.id)).toEqual([id]);
      await leaves(teacher);
      expect(await can.list(teacher)).toEqual([]);
      expect((await can.restore(teacher, 'classes', id)).status).toBe(404);
    }
    expect(await valuesOf(id, 'update')).toMatchObject({ before: { mainTeacherId: main.id } });
    expect((await can.restore(place.own.SchoolOwner, 'classes', id)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ mainTeacherId: null });
    expect(await secondaryOf(id)).toEqual([stays.id]);
  });

  test('who has gone to another school since is left out, and the audit log says so', async () => {
    const [main, second] = [await aTeacher(), await aTeacher()];
    const { id } = await aClass(place, { mainTeacherId: main.id });
    await addSecondary(id, second);
    await removeClass(id);
    const { id: otherSchoolId } = await schoolOwnedBy(place, place.other.SchoolOwner.id);
    for (const { id: userId } of [main, second])
      await db()
        .update(memberships)
        .set({ schoolId: otherSchoolId, createdAt: sql`now()` })
        .where(eq(memberships.userId, userId));
    for (const teacher of [main, second]) {
      expect(await can.list(teacher)).toEqual([]);
      expect((await can.restore(teacher, 'classes', id)).status).toBe(404);
    }
    expect((await can.restore(place.own.SchoolOwner, 'classes', id)).status).toBe(204);
    expect(await valuesOf(id, 'restore')).toEqual({
      before: { mainTeacherId: main.id, secondaryTeacherIds: [second.id] },
      after: { mainTeacherId: null, secondaryTeacherIds: [] },
    });
  });

  test('who belongs to no school, or to another one as before, restores it', async () => {
    for (const teacher of [await addStaff(world, { role: 'Teacher' }), place.other.Teacher]) {
      const { id } = await aClass(place, { mainTeacherId: teacher.id });
      await removeClass(id);
      expect((await can.restore(teacher, 'classes', id)).status).toBe(204);
      expect(await rowOf(id)).toMatchObject({ mainTeacherId: teacher.id });
    }
  });
});
