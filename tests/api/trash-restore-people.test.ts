import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { auditLog, classes, classSecondaryTeachers, memberships, users } from '#api/ground/db/schema.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { removeSchoolMember } from '#schema/rest/schools.ts';
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

async function valuesOfRestore(id: string) {
  const which = and(eq(auditLog.entityId, id), eq(auditLog.action, 'restore'));
  const [row] = await db().select({ before: auditLog.before, after: auditLog.after }).from(auditLog).where(which);
  return row;
}

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
    expect(await valuesOfRestore(id)).toEqual({
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
    const teacher = () => addStaff(world, { role: 'Teacher', invitedById: own.SchoolOwner.id });
    const [main, gone, stays] = [await teacher(), await teacher(), await teacher()];
    const { id } = await aClass(place, { mainTeacherId: main.id });
    const secondaryTeacherIds = [gone.id, stays.id];
    await db()
      .insert(classSecondaryTeachers)
      .values(secondaryTeacherIds.map((teacherId, position) => ({ classId: id, teacherId, position })));
    await removeClass(id);
    await removePerson(main);
    await removePerson(gone);
    expect((await can.restore(own.SchoolOwner, 'classes', id)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ mainTeacherId: null, schoolAdministratorId: own.SchoolOwner.id });
    const left = await db().select().from(classSecondaryTeachers).where(eq(classSecondaryTeachers.classId, id));
    expect(left.map(({ teacherId }) => teacherId)).toEqual([stays.id]);
    expect(await valuesOfRestore(id)).toEqual({
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
