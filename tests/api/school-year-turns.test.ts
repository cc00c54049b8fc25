import { and, asc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { moveCodesOfEndedClasses } from '#api/domains/school-year-turns/codes.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  auditLog,
  classes,
  classProfiles,
  communityPosts,
  finishedContents,
  profiles,
  users,
} from '#api/ground/db/schema.ts';
import { classById, type ClassDetail, deleteClass } from '#schema/rest/classes.ts';
import {
  planSchoolYearTurn,
  schoolYearTurns as listTurns,
  takeSchoolYearTurnBack,
  turnSchoolYear,
} from '#schema/rest/school-year-turns.ts';
import { nextSchoolYear } from '#schema/rules/school-year-turns.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { dayFromNow, makeContent, makeLesson, makePost } from '#tests/support/teaching.ts';
import { addStaff, addTextBook, makeSchools, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

type Wish = Parameters<typeof planSchoolYearTurn.body.parse>[0];

const planSent = (who: Who, body: Wish) =>
  send(world, planSchoolYearTurn, { token: school.tokens[who], body: body as object });
const plan = (who: Who, body: Wish) => answerOf(planSchoolYearTurn, planSent(who, body));
const turnSent = (who: Who, body: object) => send(world, turnSchoolYear, { token: school.tokens[who], body });
const turnBack = (who: Who, id: string) =>
  send(world, takeSchoolYearTurnBack, { token: school.tokens[who], params: { id } });

/** Plans and turns by the same wish. */
async function turn(who: Who, wish: object, more: object = {}) {
  const { version } = await plan(who, wish);
  return answerOf(turnSchoolYear, turnSent(who, { ...wish, version, ...more }));
}

async function withChildren(found: ClassDetail, children: readonly [string, number | null, string?][]) {
  const ids: string[] = [];
  for (const [name, number, reading = ''] of children) {
    const id = newId();
    await world.services.db.insert(profiles).values({ id, name, reading, animal: 'fox' });
    await world.services.db
      .insert(classProfiles)
      .values({ classId: found.id, profileId: id, number, lastSeenAt: sql`now() - interval '1 day'` });
    ids.push(id);
  }
  return ids;
}

const aClass = (over: Record<string, unknown> = {}) =>
  school.created('owner', { className: '3年1組 2026年度', mainTeacherId: school.people.teacher.id, ...over });

/** Two classes of a year with two children each. */
async function aYear() {
  const [one, two] = [await aClass(), await aClass({ className: '3年2組 2026年度' })];
  const [hinata = '', sota = ''] = await withChildren(one, [
    ['ひなた', 1],
    ['そうた', 2],
  ]);
  const [mei = '', ren = ''] = await withChildren(two, [
    ['めい', 1],
    ['れん', 2],
  ]);
  return { one, two, hinata, sota, mei, ren, wish: { classes: [{ classId: one.id }, { classId: two.id }] } };
}

const membersOf = async (classId: string | undefined) => {
  const rows = await world.services.db
    .select({ name: profiles.name, number: classProfiles.number })
    .from(classProfiles)
    .innerJoin(profiles, eq(profiles.id, classProfiles.profileId))
    .where(eq(classProfiles.classId, classId ?? ''))
    .orderBy(asc(profiles.name));
  return rows.map(({ name, number }) => `${name} ${number ?? '-'}`);
};

const rowOf = async (id: string | undefined) => {
  const [row] = await world.services.db
    .select()
    .from(classes)
    .where(eq(classes.id, id ?? ''));
  return row;
};

test('the next school year follows the one in which a class ends', () => {
  expect(nextSchoolYear('2027-03-31')).toEqual({ startDate: '2027-04-01', endDate: '2028-03-31' });
  expect(nextSchoolYear('2026-12-20')).toEqual({ startDate: '2027-04-01', endDate: '2028-03-31' });
  expect(nextSchoolYear('2027-04-01')).toEqual({ startDate: '2028-04-01', endDate: '2029-03-31' });
});

describe('the plan of a turn', () => {
  test('has a next class of each and moves its children up; nothing is written', async () => {
    const { one, two, hinata, wish } = await aYear();
    const before = await world.services.db.$count(classes);
    const found = await plan('owner', wish);
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
    const { id } = await aClass({ mainTeacherId: leaving.id });
    await world.services.db.update(users).set({ status: 2 }).where(eq(users.id, leaving.id));
    const left = await plan('owner', { classes: [{ classId: id }] });
    expect(left.classes[0]).toMatchObject({
      mainTeacher: null,
      problems: [{ person: { id: leaving.id }, blocks: false }],
    });
    const mainTeacherId = school.people.stranger.id;
    const wrong = { classes: [{ classId: id, mainTeacherId }] };
    const [planned] = (await plan('owner', wrong)).classes;
    expect(planned?.problems).toMatchObject([{ field: 'mainTeacherId', blocks: true }]);
    const { version } = await plan('owner', wrong);
    const { errors } = await problemOf(turnSent('owner', { ...wrong, version }), 400);
    expect(errors).toEqual({ 'classes.0.mainTeacherId': ['messages.teacherNotAvailable'] });
  });

  test('blocks a number that two children have, until the class numbers anew by reading', async () => {
    const { one, two, mei, wish } = await aYear();
    const moves = [{ fromClassId: two.id, toClassId: one.id, studentIds: [mei] }];
    const [mixed] = (await plan('owner', { ...wish, moves })).classes;
    expect(mixed?.problems).toMatchObject([
      { field: 'students', messageKey: 'messages.studentNumberTaken', blocks: true, studentIds: [mei] },
    ]);
    const classesAnew = [{ classId: one.id, renumbers: true }, { classId: two.id }];
    const anew = await plan('owner', { classes: classesAnew, moves });
    expect(anew.classes[0]?.problems).toEqual([]);
    const inOne = anew.students.filter(({ toClassId }) => toClassId === one.id);
    expect(inOne.map(({ name, newNumber }) => [name, newNumber])).toEqual([
      ['そうた', 1],
      ['ひなた', 2],
      ['めい', 3],
    ]);
  });

  test('goes on without what is gone, and says so', async () => {
    const { one, two, mei, ren, wish } = await aYear();
    await send(world, deleteClass, { token: school.tokens.owner, params: { id: one.id } }).expect(204);
    const moves = [{ fromClassId: two.id, toClassId: one.id, studentIds: [mei] }];
    const found = await plan('owner', { ...wish, moves });
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
    const { one, wish } = await aYear();
    const other = await school.created('otherOwner');
    const both = { classes: [{ classId: one.id }, { classId: other.id }] };
    const { errors } = await problemOf(planSent('admin', both), 400);
    expect(errors).toEqual({ classes: ['messages.turnOneSchool'] });
    // What the caller does not see is as if it were not there.
    expect((await plan('owner', both)).missingClasses).toEqual([1]);
    await problemOf(planSent('teacher', wish), 403);
    const many = { classes: Array.from({ length: 101 }, () => ({ classId: newId() })) };
    expect((await problemOf(planSent('owner', many), 400)).errors).toEqual({ classes: ['messages.tooManyAtOnce'] });
    const studentIds = Array.from({ length: 2001 }, () => newId());
    const moves = [{ fromClassId: one.id, toClassId: null, studentIds }];
    expect((await problemOf(planSent('owner', { ...wish, moves }), 400)).errors).toEqual({
      moves: ['messages.tooManyAtOnce'],
    });
    await problemOf(planSent('owner', { classes: [{ classId: one.id }, { classId: one.id }] }), 400);
  });
});

describe('the turn of a school year', () => {
  test('makes the classes with their children, and leaves the old ones as they are', async () => {
    const { one, two, sota, mei, wish } = await aYear();
    const book = await addTextBook(world);
    const { colleague } = school.people;
    const chosen = {
      classes: [
        { classId: one.id, className: '4年1組', textBookId: book.id, mainTeacherId: colleague.id },
        wish.classes[1],
      ],
      moves: [
        { fromClassId: one.id, toClassId: two.id, studentIds: [sota], numbers: [7] },
        { fromClassId: two.id, toClassId: null, studentIds: [mei] },
      ],
    };
    const made = await turn('owner', chosen);
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
    expect(await membersOf(next?.class?.id)).toEqual(['ひなた 1']);
    expect(await membersOf(second?.class?.id)).toEqual(['そうた 7', 'れん 2']);
    expect(await membersOf(one.id)).toEqual(['そうた 2', 'ひなた 1']);
    expect(await membersOf(two.id)).toEqual(['めい 1', 'れん 2']);
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
    const { one, wish } = await aYear();
    const { version } = await plan('owner', wish);
    await withChildren(one, [['はると', 3]]);
    const { errors } = await problemOf(turnSent('owner', { ...wish, version }), 409);
    expect(errors).toEqual({ version: ['messages.turnChanged'] });
    const again = await plan('owner', wish);
    const sent = { ...wish, version: again.version, idempotencyKey: newId() };
    const [first, second] = await Promise.all([turnSent('owner', sent), turnSent('owner', sent)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body).toEqual(second.body);
    const turns = await answerOf(listTurns, send(world, listTurns, { token: school.tokens.owner }));
    expect(turns.filter(({ classes: made }) => made.some(({ source }) => source?.id === one.id))).toHaveLength(1);
    // Whoever turns it once more is told.
    const [planned] = (await plan('owner', wish)).classes;
    expect(planned?.problems).toMatchObject([{ messageKey: 'messages.turnedAlready', blocks: false }]);
  });

  test('makes nothing when one class is blocked', async () => {
    const { one, two } = await aYear();
    const wish = { classes: [{ classId: one.id }, { classId: two.id, endDate: '2027-04-01' }] };
    const { version } = await plan('owner', wish);
    const before = await world.services.db.$count(classes);
    const { errors } = await problemOf(turnSent('owner', { ...wish, version }), 400);
    expect(errors).toEqual({ 'classes.1.endDate': ['messages.endDateAfterStart'] });
    expect(await world.services.db.$count(classes)).toBe(before);
  });

  test('is seen by administrators and the owners of its school alone', async () => {
    const { wish } = await aYear();
    const { id } = await turn('owner', wish);
    const seenBy = async (who: Who) =>
      (await answerOf(listTurns, send(world, listTurns, { token: school.tokens[who] }))).some((one) => one.id === id);
    expect([await seenBy('owner'), await seenBy('admin'), await seenBy('otherOwner')]).toEqual([true, true, false]);
    await send(world, listTurns, { token: school.tokens.teacher }).expect(403);
    await problemOf(turnBack('otherOwner', id), 404);
    await problemOf(turnBack('teacher', id), 403);
  });
});

describe('the way back', () => {
  test('puts the new classes into the trash, once, and the year can be turned again', async () => {
    const { one, wish } = await aYear();
    const made = await turn('owner', wish);
    const back = await answerOf(takeSchoolYearTurnBack, turnBack('owner', made.id));
    expect(back).toMatchObject({ takenBackBy: { id: school.people.owner.id }, obstacle: null });
    expect(back.classes.map((each) => each.class)).toEqual([null, null]);
    const again = await answerOf(takeSchoolYearTurnBack, turnBack('owner', made.id));
    expect(again.takenBackAt).toBe(back.takenBackAt);
    expect((await rowOf(made.classes[0]?.class?.id))?.deletedAt).not.toBeNull();
    expect(await membersOf(one.id)).toEqual(['そうた 2', 'ひなた 1']);
    expect((await plan('owner', wish)).classes[0]?.problems).toEqual([]);
    await turn('owner', wish);
  });

  test('is closed by a post, by progress and by a child who joined', async () => {
    const { db } = world.services;
    const { one, hinata, wish } = await aYear();
    const made = await turn('owner', wish);
    const classId = made.classes[0]?.class?.id ?? '';
    const refused = async () => (await problemOf(turnBack('owner', made.id), 409)).messageKey;

    const { id: postId } = await makePost(db, { classId, profileId: hinata });
    expect(await refused()).toBe('messages.turnHasPosts');
    await db.delete(communityPosts).where(eq(communityPosts.id, postId));

    const unit = await makeLesson(db, { textbookId: one.textBook.id, position: 50 });
    const content = await makeContent(db, { lessonId: unit.id, position: 0 });
    const later = new Date(Date.now() + 60_000);
    await db.insert(finishedContents).values({ profileId: hinata, contentId: content.id, finishedAt: later });
    // In the old class still.
    const [listed] = await answerOf(listTurns, send(world, listTurns, { token: school.tokens.owner }));
    expect(listed).toMatchObject({ id: made.id, obstacle: null });
    const place = and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, hinata));
    await db.update(classProfiles).set({ lastSeenAt: later }).where(place);
    expect(await refused()).toBe('messages.turnHasProgress');
    await db.delete(finishedContents).where(eq(finishedContents.profileId, hinata));

    const joined = newId();
    await db.insert(profiles).values({ id: joined, name: 'はると', animal: 'fox' });
    await db.insert(classProfiles).values({ classId, profileId: joined, joinedAt: later });
    expect(await refused()).toBe('messages.turnHasNewStudents');
    await db.delete(classProfiles).where(eq(classProfiles.profileId, joined));
    await answerOf(takeSchoolYearTurnBack, turnBack('owner', made.id));
  });
});

describe('a code that is kept', () => {
  const keeping = (id: string) => ({ classes: [{ classId: id, keepsCode: true }] });

  test('opens the old class as long as it runs, then the new one, and goes back with the turn', async () => {
    const old = await aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
    const made = await turn('owner', keeping(old.id));
    const newIdOf = made.classes[0]?.class?.id;
    expect(made.classes[0]).toMatchObject({ keepsCode: true, codeMovedAt: null });
    await moveCodesOfEndedClasses(world.services);
    expect((await rowOf(old.id))?.classCode).toBe(old.classCode);

    await world.services.db
      .update(classes)
      .set({ endDate: dayFromNow(-1) })
      .where(eq(classes.id, old.id));
    await moveCodesOfEndedClasses(world.services);
    await moveCodesOfEndedClasses(world.services);
    const [moved, left] = [await rowOf(newIdOf), await rowOf(old.id)];
    expect(moved).toMatchObject({ classCode: old.classCode, classHashCode: old.classHashCode });
    expect(left?.classCode).not.toBe(old.classCode);
    expect(left?.classHashCode).not.toBe(old.classHashCode);
    expect(moved?.searchText).toContain(old.classCode.toLowerCase());

    await answerOf(takeSchoolYearTurnBack, turnBack('owner', made.id));
    expect(await rowOf(old.id)).toMatchObject({ classCode: old.classCode, classHashCode: old.classHashCode });
    expect((await rowOf(newIdOf))?.classHashCode).not.toBe(old.classHashCode);
  });

  test('goes to the new class at once where the old one is over', async () => {
    const old = await aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(-2) });
    const made = await turn('owner', keeping(old.id));
    expect(made.classes[0]?.codeMovedAt).not.toBeNull();
    expect(await rowOf(made.classes[0]?.class?.id)).toMatchObject({ classHashCode: old.classHashCode });
  });
});
