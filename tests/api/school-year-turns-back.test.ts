import { and, eq, sql } from 'drizzle-orm';
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
  schoolYearTurns,
} from '#api/ground/db/schema.ts';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { removeClassProfiles } from '#schema/rest/class-admission.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { takeSchoolYearTurnBack } from '#schema/rest/school-year-turns.ts';
import { mergeSchools } from '#schema/rest/schools.ts';
import { joinClass } from '#schema/rest/student-profiles.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { dayFromNow, makeClass, makeContent, makeLesson, makePost } from '#tests/support/teaching.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { daysAgo } from './nightly-past.ts';
import { makeSchools, problemOf, send, type Who } from './school.ts';
import { turnsOf } from './turned-year.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let year: ReturnType<typeof turnsOf>;

beforeAll(async () => {
  school = await makeSchools(world);
  year = turnsOf(world, school);
});

describe('the way back', () => {
  test('puts the new classes into the trash, once, and the year can be turned again', async () => {
    const { one, request } = await year.aYear();
    const made = await year.turn('owner', request);
    const back = await answerOf(takeSchoolYearTurnBack, year.turnBack('owner', made.id));
    expect(back).toMatchObject({ takenBackBy: { id: school.people.owner.id }, obstacle: null });
    expect(back.classes.map((each) => each.class)).toEqual([null, null]);
    const again = await answerOf(takeSchoolYearTurnBack, year.turnBack('owner', made.id));
    expect(again.takenBackAt).toBe(back.takenBackAt);
    expect((await year.rowOf(made.classes[0]?.class?.id))?.deletedAt).not.toBeNull();
    expect(await year.membersOf(one.id)).toEqual(['そうた 2', 'ひなた 1']);
    expect((await year.plan('owner', request)).classes[0]?.problems).toEqual([]);
    await year.turn('owner', request);
  });

  test('is closed by a post, by progress and by a child who joined', async () => {
    const { db } = world.services;
    const { one, hinata, request } = await year.aYear();
    const made = await year.turn('owner', request);
    const classId = made.classes[0]?.class?.id ?? '';
    const refused = async () => (await problemOf(year.turnBack('owner', made.id), 409)).messageKey;

    const { id: postId } = await makePost(db, { classId, profileId: hinata });
    expect(await refused()).toBe('messages.turnHasPosts');
    await db.delete(communityPosts).where(eq(communityPosts.id, postId));

    const unit = await makeLesson(db, { textbookId: one.textBook.id, position: 50 });
    const content = await makeContent(db, { lessonId: unit.id, position: 0 });
    const later = new Date(Date.now() + 60_000);
    await db.insert(finishedContents).values({ profileId: hinata, contentId: content.id, finishedAt: later });
    // In the old class still.
    const [listed] = await year.turns('owner');
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
    await answerOf(takeSchoolYearTurnBack, year.turnBack('owner', made.id));
  });
});

describe('a code that is kept', () => {
  const keeping = (id: string) => ({ classes: [{ classId: id, keepsCode: true }] });

  test('opens the old class as long as it runs, then the new one, and goes back with the turn', async () => {
    const old = await year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
    const made = await year.turn('owner', keeping(old.id));
    const newIdOf = made.classes[0]?.class?.id;
    expect(made.classes[0]).toMatchObject({ keepsCode: true, codeMovedAt: null });
    await moveCodesOfEndedClasses(world.services);
    expect((await year.rowOf(old.id))?.classCode).toBe(old.classCode);

    await world.services.db
      .update(classes)
      .set({ endDate: dayFromNow(-1) })
      .where(eq(classes.id, old.id));
    await moveCodesOfEndedClasses(world.services);
    await moveCodesOfEndedClasses(world.services);
    const [moved, left] = [await year.rowOf(newIdOf), await year.rowOf(old.id)];
    expect(moved).toMatchObject({ classCode: old.classCode, classHashCode: old.classHashCode });
    expect(left?.classCode).not.toBe(old.classCode);
    expect(left?.classHashCode).not.toBe(old.classHashCode);
    expect(moved?.searchText).toContain(old.classCode.toLowerCase());

    await answerOf(takeSchoolYearTurnBack, year.turnBack('owner', made.id));
    expect(await year.rowOf(old.id)).toMatchObject({ classCode: old.classCode, classHashCode: old.classHashCode });
    expect((await year.rowOf(newIdOf))?.classHashCode).not.toBe(old.classHashCode);
  });

  test('keeps out of the new class whoever was blocked from the old one, and lets others in', async () => {
    const { db, secrets } = world.services;
    const old = await year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
    const [blocked = '', removed = '', other = ''] = await year.withChildren(old, [
      ['だれか', null],
      ['だれ', null],
      ['はな', null],
    ]);
    const takeOut = (id: string, body: object) =>
      send(world, removeClassProfiles, { token: school.tokens.teacher, params: { id }, body }).expect(200);
    await takeOut(old.id, { profileIds: [blocked], block: true });
    const made = await year.turn('owner', keeping(old.id));
    await takeOut(old.id, { profileIds: [removed], block: true });
    await takeOut(made.classes[0]?.class?.id ?? '', { profileIds: [removed] });
    await db
      .update(classes)
      .set({ endDate: dayFromNow(-1) })
      .where(eq(classes.id, old.id));
    await moveCodesOfEndedClasses(world.services);
    const enter = async (id: string) => {
      const token = await signStudentToken(secrets, id);
      return (await send(world, joinClass, { token, body: { classHashCode: old.classHashCode } })).status;
    };
    expect([await enter(blocked), await enter(removed)]).toEqual([403, 403]);
    expect(await enter(other)).toBeLessThan(300);
  });

  test('stays with an old class that is deleted before its last day and comes back', async () => {
    const old = await year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
    await year.turn('owner', keeping(old.id));
    await send(world, deleteClass, { token: school.tokens.teacher, params: { id: old.id } }).expect(204);
    await moveCodesOfEndedClasses(world.services);
    const params = { kind: 'classes', id: old.id };
    await send(world, restoreFromTrash, { token: school.tokens.owner, params }).expect(204);
    const { classCode, classHashCode } = old;
    expect(await year.rowOf(old.id)).toMatchObject({ classCode, classHashCode, deletedAt: null });
  });

  test.each([
    ['whose last day was when it was in the trash', { endDate: dayFromNow(-1), deletedAt: daysAgo(2) }],
    ['that leaves the trash for good before its last day', { deletedAt: daysAgo(29.5) }],
  ])('goes to the new class at night from an old one %s', async (_, deleted) => {
    const { db } = world.services;
    const old = await year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
    const made = await year.turn('owner', keeping(old.id));
    await db.update(classes).set(deleted).where(eq(classes.id, old.id));
    await moveCodesOfEndedClasses(world.services);
    const { classCode, classHashCode } = old;
    expect(await year.rowOf(made.classes[0]?.class?.id)).toMatchObject({ classCode, classHashCode });
    const params = { kind: 'classes', id: old.id };
    await send(world, restoreFromTrash, { token: school.tokens.owner, params }).expect(204);
    expect((await year.rowOf(old.id))?.classHashCode).not.toBe(classHashCode);
  });

  test('goes without the code to type that another class has by now', async () => {
    const { db } = world.services;
    const old = await year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
    const made = await year.turn('owner', keeping(old.id));
    const before = await year.rowOf(made.classes[0]?.class?.id);
    await db
      .update(classes)
      .set({ deletedAt: daysAgo(2), endDate: dayFromNow(-1) })
      .where(eq(classes.id, old.id));
    await makeClass(db, { textbookId: old.textBook.id, classCode: old.classCode });
    await moveCodesOfEndedClasses(world.services);
    const moved = await year.rowOf(made.classes[0]?.class?.id);
    expect(moved).toMatchObject({ classCode: before?.classCode, classHashCode: old.classHashCode });
  });

  test('stays with the old class when the turn is taken back meanwhile', async () => {
    const { db } = world.services;
    const old = await year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
    const made = await year.turn('owner', keeping(old.id));
    const newIdOf = made.classes[0]?.class?.id ?? '';
    await db
      .update(classes)
      .set({ endDate: dayFromNow(-1) })
      .where(eq(classes.id, old.id));
    let moving: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await tx
        .update(schoolYearTurns)
        .set({ takenBackAt: sql`now()` })
        .where(eq(schoolYearTurns.id, made.id));
      await tx
        .update(classes)
        .set({ deletedAt: sql`now()` })
        .where(eq(classes.id, newIdOf));
      moving = moveCodesOfEndedClasses(world.services);
      await expect.poll(() => waitingForLock(world)).toBe(1);
    });
    await moving;
    expect((await year.rowOf(old.id))?.classCode).toBe(old.classCode);
  });

  test('goes to the new class at once where the old one is over', async () => {
    const old = await year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(-2) });
    const made = await year.turn('owner', keeping(old.id));
    expect(made.classes[0]?.codeMovedAt).not.toBeNull();
    expect(await year.rowOf(made.classes[0]?.class?.id)).toMatchObject({ classHashCode: old.classHashCode });
    const newIdOf = made.classes[0]?.class?.id ?? '';
    const [row] = await world.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'move-code'), eq(auditLog.entityId, newIdOf)));
    expect(row?.actorId).toBe(school.people.owner.id);
    expect(row?.requestId).not.toBe('night');
  });

  test('goes to one next class alone', async () => {
    const old = await year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
    await year.turn('owner', keeping(old.id));
    const { version, classes: again } = await year.plan('owner', keeping(old.id));
    expect(again[0]?.problems).toMatchObject([
      { field: 'classId', messageKey: 'messages.turnedAlready', blocks: false },
      { field: 'keepsCode', messageKey: 'messages.codeKeptAlready', blocks: true },
    ]);
    const { errors } = await problemOf(year.turnSent('owner', { ...keeping(old.id), version }), 400);
    expect(errors).toEqual({ 'classes.0.keepsCode': ['messages.codeKeptAlready'] });
    await year.turn('owner', { classes: [{ classId: old.id, keepsCode: false }] });
  });
});

test('a turn goes with its school into the one that it is merged into', async () => {
  const { id } = await year.turn('owner', (await year.aYear()).request);
  const schoolOf = async (who: Who) => (await school.created(who)).school?.id ?? '';
  const [fromId, into] = [await schoolOf('owner'), await schoolOf('otherOwner')];
  const sent = { token: school.tokens.admin, params: { id: into }, body: { fromId } };
  await send(world, mergeSchools, sent).expect(200);
  expect((await year.turns('otherOwner')).map((one) => one.id)).toContain(id);
});
