import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { auditLog, users } from '#api/ground/db/schema.ts';
import type { BulkResult } from '#schema/rest/bulk.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import * as operations from '#schema/rest/classes.ts';
import * as atOnce from '#schema/rest/classes-at-once.ts';
import { communityPosts } from '#schema/rest/community.ts';
import { classHashCode, studentClassByCode } from '#schema/rest/students.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aProfile, makePlace } from './samples/place.ts';
import { addStaff, makeSchools, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const remove = (who: Who, id: string) =>
  send(world, operations.deleteClass, { token: school.tokens[who], params: { id } });
const read = (who: Who, id: string) => send(world, operations.classById, { token: school.tokens[who], params: { id } });
const auditOf = (id: string) =>
  world.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.at, auditLog.id);

describe('deleting a class', () => {
  test('takes it out of every list at once, and leaves a line in the log', async () => {
    const made = await school.created('owner', { mainTeacherId: school.people.teacher.id });
    await remove('teacher', made.id).expect(204);
    await problemOf(read('owner', made.id), 404);
    expect((await school.list('owner')).map(({ id }) => id)).not.toContain(made.id);
    await problemOf(school.put('owner', made), 404);
    await problemOf(remove('owner', made.id), 404);
    const [, deletion] = await auditOf(made.id);
    expect(deletion).toMatchObject({
      action: 'delete',
      actorId: school.people.teacher.id,
      before: { className: '3年1組', classCode: made.classCode, mainTeacherId: school.people.teacher.id },
    });
    expect(JSON.stringify(deletion)).not.toContain(made.classHashCode);
  });

  test('makes its pages, its wall and its QR code answer like those of an unknown code', async () => {
    const made = await school.created('owner');
    const child = await aProfile(await makePlace(world), made.id);
    await remove('owner', made.id).expect(204);
    const unknown = newHashCode();
    const shape = async (hashCode: string) => {
      const page = await problemOf(send(world, studentClassByCode, { query: { hashCode } }), 404);
      const wall = await problemOf(send(world, communityPosts, { query: { ClassHashCode: hashCode } }), 404);
      const units = await problemOf(send(world, operations.classUnits, { query: { classHashCode: hashCode } }), 404);
      return [page, wall, units].map(({ traceId: _, instance: __, ...members }) => members);
    };
    expect(await shape(made.classHashCode)).toEqual(await shape(unknown));
    await problemOf(send(world, classHashCode, { token: child.token, params: { id: made.id } }), 404);
    await fetch(`${world.apiUrl}/api${made.qrCode.svg.url}`).then(({ status }) => expect(status).toBe(404));
  });

  test('is for who may change it: another school’s is 404', async () => {
    const made = await school.created('owner', { secondaryTeacherIds: [school.people.colleague.id] });
    for (const who of ['otherOwner', 'stranger', 'teacher'] as const) await problemOf(remove(who, made.id), 404);
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove('colleague', made.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    expect((await auditOf(made.id)).filter(({ action }) => action === 'delete')).toHaveLength(1);
  });
});

describe('changing many classes', () => {
  const keysOf = ({ results }: BulkResult) => results.map(({ messageKey }) => messageKey);
  const setStatuses = (who: Who, ids: string[], status = 1) =>
    send(world, atOnce.setClassStatuses, { token: school.tokens[who], body: { ids, status } });
  const extend = (who: Who, ids: string[], endDate: string) =>
    send(world, atOnce.extendClasses, { token: school.tokens[who], body: { ids, endDate } });

  test('archives those the caller sees, and tells of each of the others', async () => {
    const [one, two] = [await school.created('owner'), await school.created('owner', { status: 1 })];
    const foreign = await school.created('otherOwner');
    const ids = [one.id, foreign.id, two.id, newId()];
    const answer = await answerOf(atOnce.setClassStatuses, setStatuses('owner', ids));
    expect(answer.results.map(({ id }) => id)).toEqual(ids);
    expect(keysOf(answer)).toEqual([null, 'messages.notFound', null, 'messages.notFound']);
    expect(await answerOf(operations.classById, read('owner', one.id))).toMatchObject({ status: 1, version: 2 });
    // A row that already has the value is unchanged: no new version, no log entry.
    expect(await answerOf(operations.classById, read('owner', two.id))).toMatchObject({ version: 1 });
    expect(await answerOf(operations.classById, read('otherOwner', foreign.id))).toMatchObject({ status: 0 });
    const [, change] = await auditOf(one.id);
    expect(change).toMatchObject({ action: 'update', before: { status: 0 }, after: { status: 1 } });
    expect(await auditOf(two.id)).toHaveLength(1);
  });

  test('extends them within the rules, each by its own first day', async () => {
    const near = await school.created('owner');
    const far = await school.created('owner', { startDate: '2024-04-01', endDate: '2025-03-31' });
    const later = await school.created('owner', { startDate: '2027-04-01', endDate: '2028-03-31' });
    const answer = await answerOf(atOnce.extendClasses, extend('owner', [near.id, far.id, later.id], '2027-04-01'));
    expect(keysOf(answer)).toEqual([null, 'messages.endDateTooFar', 'messages.endDateAfterStart']);
    expect(await answerOf(operations.classById, read('owner', near.id))).toMatchObject({ endDate: '2027-04-01' });
    expect(await answerOf(operations.classById, read('owner', far.id))).toMatchObject({ endDate: '2025-03-31' });
  });

  test('names what is wrong with what was sent', async () => {
    const { id } = await school.created('owner');
    for (const ids of [[], [id, id], Array.from({ length: 501 }, newId)])
      expect((await problemOf(setStatuses('owner', ids), 400)).errors).toHaveProperty('ids');
    expect((await problemOf(setStatuses('owner', [id], 2), 400)).errors).toHaveProperty('status');
    expect((await problemOf(extend('owner', [id], '2027-02-29'), 400)).errors).toHaveProperty('endDate');
    expect((await problemOf(extend('owner', [id], ''), 400)).errors).toEqual({
      endDate: expect.arrayContaining(['messages.endDateRequire']) as unknown,
    });
  });

  test('by two at once, in opposite order, ends for both', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 8; count++) ids.push((await school.created('owner')).id);
    const calls = Array.from({ length: 12 }, (_, turn) =>
      setStatuses('admin', turn % 2 ? [...ids].reverse() : ids, turn % 3 ? 1 : 0),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
  });
});

test('an invited teacher can be put on a class and is marked there; an invited school owner cannot', async () => {
  const invited = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED });
  const made = await school.created('owner', { mainTeacherId: invited.id });
  expect(made).toMatchObject({
    mainTeacher: { id: invited.id, status: UserStatus.INVITED },
    schoolAdministrator: { status: UserStatus.ACTIVED },
    inactiveStaffIds: [invited.id],
  });
  const { id: schoolAdministratorId } = await addStaff(world, { role: 'SchoolOwner', status: UserStatus.INVITED });
  expect((await problemOf(school.create('admin', { schoolAdministratorId }), 400)).errors).toEqual({
    schoolAdministratorId: ['messages.schoolAdministratorNotAvailable'],
  });
});

test('a deactivated teacher keeps the class and is marked, a deleted one is not named', async () => {
  const [main, second] = [await addStaff(world, { role: 'Teacher' }), await addStaff(world, { role: 'Teacher' })];
  const made = await school.created('admin', { mainTeacherId: main.id, secondaryTeacherIds: [second.id] });
  expect(made.inactiveStaffIds).toEqual([]);
  const { db } = world.services;
  await db.update(users).set({ status: 2 }).where(eq(users.id, main.id));
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, second.id));
  const now = await answerOf(operations.classById, read('admin', made.id));
  expect(now).toMatchObject({ mainTeacher: { id: main.id }, secondaryTeachers: [], inactiveStaffIds: [main.id] });
});
