import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, classes, memberships, users } from '#api/ground/db/schema.ts';
import { classById, deleteClass } from '#schema/rest/classes.ts';
import { schoolYearTurns as listTurns, takeSchoolYearTurnBack } from '#schema/rest/school-year-turns.ts';
import { nextSchoolYear } from '#schema/rules/school-year-turns.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, addTextBook, makeSchools, problemOf, send, type Who } from './school.ts';
import { turnsOf } from './turned-year.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let year: ReturnType<typeof turnsOf>;

beforeAll(async () => {
  school = await makeSchools(world);
  year = turnsOf(world, school);
});

test('the next school year follows the one in which a class ends', () => {
  expect(nextSchoolYear('2027-03-31')).toEqual({ startDate: '2027-04-01', endDate: '2028-03-31' });
  expect(nextSchoolYear('2026-12-20')).toEqual({ startDate: '2027-04-01', endDate: '2028-03-31' });
  expect(nextSchoolYear('2027-04-01')).toEqual({ startDate: '2028-04-01', endDate: '2029-03-31' });
});

describe('the plan of a turn', () => {
  test('has a next class of each and moves its children up; nothing is written', async () => {
    const { one, two, hinata, request } = await year.aYear();
    const before = await world.services.db.$count(classes);
    const found = await year.plan('owner', request);
    expect(found.classes).toMatchObject([
      {
        sourceId: one.id,
        className: '3年1組 2027年度',
        startDate: '2027-04-01',
        endDate: '2028-03-31',
        textBook: { id: school.book.id },
        mainTeacher: { id: school.people.teacher.id },
        keepsCode: false,
        studentCount: 2,
        problems: [],
      },
      { sourceId: two.id, studentCount: 2 },
    ]);
    expect(found.students.find(({ studentId }) => studentId === hinata)).toMatchObject({
      name: 'ひなた',
      number: 1,
      fromClassId: one.id,
      toClassId: one.id,
      newNumber: 1,
    });
    expect(found).toMatchObject({ leavingCount: 0, missingClasses: [], missingStudentIds: [] });
    expect(await world.services.db.$count(classes)).toBe(before);
  });

  test('names teachers who can no longer teach, and blocks a class for one who was chosen and cannot', async () => {
    const leaving = await addStaff(world, { role: 'Teacher' });
    const { id } = await year.aClass({ mainTeacherId: leaving.id });
    await world.services.db.update(users).set({ status: 2 }).where(eq(users.id, leaving.id));
    const left = await year.plan('owner', { classes: [{ classId: id }] });
    expect(left.classes[0]).toMatchObject({
      mainTeacher: null,
      problems: [{ person: { id: leaving.id }, blocks: false }],
    });
    const mainTeacherId = school.people.stranger.id;
    const wrong = { classes: [{ classId: id, mainTeacherId }] };
    const [planned] = (await year.plan('owner', wrong)).classes;
    expect(planned?.problems).toMatchObject([{ field: 'mainTeacherId', blocks: true }]);
    const { version } = await year.plan('owner', wrong);
    const { errors } = await problemOf(year.turnSent('owner', { ...wrong, version }), 400);
    expect(errors).toEqual({ 'classes.0.mainTeacherId': ['messages.teacherNotAvailable'] });
  });

  test('blocks a number that two children have, until the class numbers anew by reading', async () => {
    const { one, two, mei, request } = await year.aYear();
    const moves = [{ fromClassId: two.id, toClassId: one.id, studentIds: [mei] }];
    const [mixed] = (await year.plan('owner', { ...request, moves })).classes;
    expect(mixed?.problems).toMatchObject([
      { field: 'students', messageKey: 'messages.studentNumberTaken', blocks: true, studentIds: [mei] },
    ]);
    const classesAnew = [{ classId: one.id, renumbers: true }, { classId: two.id }];
    const anew = await year.plan('owner', { classes: classesAnew, moves });
    expect(anew.classes[0]?.problems).toEqual([]);
    const inOne = anew.students.filter(({ toClassId }) => toClassId === one.id);
    expect(inOne.map(({ name, newNumber }) => [name, newNumber])).toEqual([
      ['そうた', 1],
      ['ひなた', 2],
      ['めい', 3],
    ]);
  });

  test('goes on without what is gone, and says so', async () => {
    const { one, two, mei, ren, request } = await year.aYear();
    await send(world, deleteClass, { token: school.tokens.owner, params: { id: one.id } }).expect(204);
    const moves = [{ fromClassId: two.id, toClassId: one.id, studentIds: [mei] }];
    const found = await year.plan('owner', { ...request, moves });
    expect(found.missingClasses).toEqual([0]);
    expect(found.missingStudentIds).toEqual([mei]);
    expect(found.students.map(({ studentId, toClassId }) => [studentId, toClassId]).sort()).toEqual(
      [
        [mei, two.id],
        [ren, two.id],
      ].sort(),
    );
  });

  test('is of one school, within its limits, and not for teachers', async () => {
    const { one, request } = await year.aYear();
    const other = await school.created('otherOwner');
    const both = { classes: [{ classId: one.id }, { classId: other.id }] };
    const { errors } = await problemOf(year.planSent('admin', both), 400);
    expect(errors).toEqual({ classes: ['messages.turnOneSchool'] });
    // What the caller does not see is as if it were not there.
    expect((await year.plan('owner', both)).missingClasses).toEqual([1]);
    await problemOf(year.planSent('teacher', request), 403);
    const many = { classes: Array.from({ length: 101 }, () => ({ classId: newId() })) };
    expect((await problemOf(year.planSent('owner', many), 400)).errors).toEqual({
      classes: ['messages.tooManyAtOnce'],
    });
    const studentIds = Array.from({ length: 2001 }, () => newId());
    const moves = [{ fromClassId: one.id, toClassId: null, studentIds }];
    expect((await problemOf(year.planSent('owner', { ...request, moves }), 400)).errors).toEqual({
      moves: ['messages.tooManyAtOnce'],
    });
    await problemOf(year.planSent('owner', { classes: [{ classId: one.id }, { classId: one.id }] }), 400);
  });
});

describe('the turn of a school year', () => {
  test('keeps a class in its school whose administrator was deactivated', async () => {
    const { db } = world.services;
    const { one } = await year.aYear();
    const { schoolId = null } = (await year.rowOf(one.id)) ?? {};
    const leaving = await addStaff(world, { role: 'SchoolOwner' });
    await db.insert(memberships).values({ userId: leaving.id, schoolId: schoolId ?? '', role: 'SchoolOwner' });
    await db.update(users).set({ status: 2 }).where(eq(users.id, leaving.id));
    await db.update(classes).set({ schoolAdministratorId: leaving.id }).where(eq(classes.id, one.id));
    const made = await year.turn('admin', { classes: [{ classId: one.id }] });
    expect(await year.rowOf(made.classes[0]?.class?.id)).toMatchObject({
      schoolId,
      schoolAdministratorId: school.people.owner.id,
    });
    await answerOf(takeSchoolYearTurnBack, year.turnBack('owner', made.id));
    expect((await year.rowOf(made.classes[0]?.class?.id))?.deletedAt).not.toBeNull();
  });

  test('makes the classes with their children, and leaves the old ones as they are', async () => {
    const { one, two, sota, mei, request } = await year.aYear();
    const book = await addTextBook(world);
    const { colleague } = school.people;
    const chosen = {
      classes: [
        { classId: one.id, className: '4年1組', textBookId: book.id, mainTeacherId: colleague.id },
        request.classes[1],
      ],
      moves: [
        { fromClassId: one.id, toClassId: two.id, studentIds: [sota], numbers: [7] },
        { fromClassId: two.id, toClassId: null, studentIds: [mei] },
      ],
    };
    const made = await year.turn('owner', chosen);
    expect(made).toMatchObject({
      createdBy: { id: school.people.owner.id },
      takenBackAt: null,
      leavingCount: 1,
      obstacle: null,
      classes: [
        { source: { id: one.id }, class: { className: '4年1組' }, studentCount: 1, keepsCode: false },
        { source: { id: two.id }, class: { className: '3年2組 2027年度' }, studentCount: 2 },
      ],
    });
    const [next, second] = made.classes;
    const detail = await answerOf(
      classById,
      send(world, classById, { token: school.tokens.owner, params: { id: next?.class?.id ?? '' } }),
    );
    expect(detail).toMatchObject({
      textBook: { id: book.id },
      mainTeacher: { id: colleague.id },
      startDate: '2027-04-01',
      studentCount: 1,
      version: 1,
    });
    expect(detail.classCode).not.toBe(one.classCode);
    expect(await year.membersOf(next?.class?.id)).toEqual(['ひなた 1']);
    expect(await year.membersOf(second?.class?.id)).toEqual(['そうた 7', 'れん 2']);
    expect(await year.membersOf(one.id)).toEqual(['そうた 2', 'ひなた 1']);
    expect(await year.membersOf(two.id)).toEqual(['めい 1', 'れん 2']);
    const written = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, made.id));
    expect(written).toMatchObject([
      {
        action: 'turn-year',
        after: { classCount: 2, studentCount: 3, leavingCount: 1 },
        actorId: school.people.owner.id,
      },
    ]);
  });

  test('is refused when a child joined since the plan, and made once for a key', async () => {
    const { one, request } = await year.aYear();
    const { version } = await year.plan('owner', request);
    await year.withChildren(one, [['はると', 3]]);
    const { errors } = await problemOf(year.turnSent('owner', { ...request, version }), 409);
    expect(errors).toEqual({ version: ['messages.turnChanged'] });
    const again = await year.plan('owner', request);
    const sent = { ...request, version: again.version, idempotencyKey: newId() };
    const [first, second] = await Promise.all([year.turnSent('owner', sent), year.turnSent('owner', sent)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body).toEqual(second.body);
    const turns = await year.turns('owner');
    expect(turns.filter(({ classes: made }) => made.some(({ source }) => source?.id === one.id))).toHaveLength(1);
    // Whoever turns it once more is told.
    const [planned] = (await year.plan('owner', request)).classes;
    expect(planned?.problems).toMatchObject([{ messageKey: 'messages.turnedAlready', blocks: false }]);
  });

  test('makes nothing when one class is blocked', async () => {
    const { one, two } = await year.aYear();
    const request = { classes: [{ classId: one.id }, { classId: two.id, endDate: '2027-04-01' }] };
    const { version } = await year.plan('owner', request);
    const before = await world.services.db.$count(classes);
    const { errors } = await problemOf(year.turnSent('owner', { ...request, version }), 400);
    expect(errors).toEqual({ 'classes.1.endDate': ['messages.endDateAfterStart'] });
    expect(await world.services.db.$count(classes)).toBe(before);
  });

  test('is seen by administrators and the owners of its school alone', async () => {
    const { request } = await year.aYear();
    const { id } = await year.turn('owner', request);
    const seenBy = async (who: Who) => (await year.turns(who)).some((one) => one.id === id);
    expect([await seenBy('owner'), await seenBy('admin'), await seenBy('otherOwner')]).toEqual([true, true, false]);
    await send(world, listTurns, { token: school.tokens.teacher }).expect(403);
    await problemOf(year.turnBack('otherOwner', id), 404);
    await problemOf(year.turnBack('teacher', id), 403);
  });
});
