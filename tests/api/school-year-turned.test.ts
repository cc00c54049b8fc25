import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import {
  classes,
  classProfiles,
  communityPosts as posts,
  memberships,
  profiles,
  users,
} from '#api/ground/db/schema.ts';
import { classStudent } from '#schema/rest/class-profiles.ts';
import { communityPosts } from '#schema/rest/community.ts';
import { recordProgress, studentProgress } from '#schema/rest/progress.ts';
import { classStudentContents } from '#schema/rest/student-contents.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeContent, makeLesson, makePost } from '#tests/support/teaching.ts';
import { addStaff, addTextBook, makeSchools, problemOf, send } from './school.ts';
import { turnsOf } from './turned-year.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let year: ReturnType<typeof turnsOf>;

beforeAll(async () => {
  school = await makeSchools(world);
  year = turnsOf(world, school);
});

const token = () => school.tokens.teacher;
const contentsOf = (id: string, profileId: string) =>
  answerOf(classStudentContents, send(world, classStudentContents, { token: token(), params: { id, profileId } }));
const finishedOf = async (id: string, profileId: string) =>
  (await answerOf(classStudent, send(world, classStudent, { token: token(), params: { id, profileId } }))).finished;

/** A year with a page of its textbook that Hinata opened, heard, finished and recorded, a work on the wall, and a turn. */
async function aTurnedYear(chosen: { readonly textBookId?: string } = {}) {
  const { db, secrets } = world.services;
  const { one, hinata, request } = await year.aYear();
  const childToken = await signStudentToken(secrets, hinata);
  await db
    .update(profiles)
    .set({ createdAt: new Date('2026-04-01') })
    .where(eq(profiles.id, hinata));
  const unit = await makeLesson(db, { textbookId: one.textBook.id, position: 60 });
  const page = await makeContent(db, { lessonId: unit.id, position: 0, name: 'Rain' });
  const body = { finished: [{ contentHashCode: page.hashCode, secondsAgo: 60 }] };
  await send(world, recordProgress, { token: childToken, body }).expect(200);
  const startedAt = new Date('2026-05-01T03:00:00Z');
  await keepViews(world.services, { profileId: hinata, classId: one.id, contentId: page.id, startedAt, heard: true });
  const work = { classId: one.id, profileId: hinata, contentId: page.id, kind: 'record', title: 'My rain' } as const;
  await makePost(db, work);
  const made = await year.turn('owner', { ...request, classes: [{ classId: one.id, ...chosen }, request.classes[1]] });
  const next = made.classes[0]?.class?.id ?? '';
  // Moves the dates, so that the old class is completed and the next class runs.
  await db.update(classes).set({ startDate: '2025-04-01', endDate: '2026-03-31' }).where(eq(classes.id, one.id));
  await db.update(classes).set({ startDate: '2026-04-01' }).where(eq(classes.id, next));
  const wallOf = async (id: string) => {
    const query = { ClassHashCode: (await year.rowOf(id))?.classHashCode ?? '' };
    return answerOf(communityPosts, send(world, communityPosts, { token: childToken, query }));
  };
  const progress = () => answerOf(studentProgress, send(world, studentProgress, { token: childToken }));
  return { old: one.id, next, hinata, unit, page, wallOf, progress };
}

test('after the turn the old year stays readable: by the child its progress and wall, by staff the child’s page', async () => {
  const { old, hinata, unit, page, wallOf, progress } = await aTurnedYear({
    textBookId: (await addTextBook(world)).id,
  });
  const done = { unitHashCode: unit.hashCode, contentHashCodes: [page.hashCode] };
  expect((await progress()).units).toEqual([done]);
  expect((await wallOf(old)).map(({ title }) => title)).toEqual(['My rain']);
  expect(await finishedOf(old, hinata)).toMatchObject([{ id: page.id, name: 'Rain' }]);
  expect((await contentsOf(old, hinata)).contents).toMatchObject([
    { id: page.id, views: 1, lastHeardAt: '2026-05-01T03:00:00.000Z', finished: true, recordings: 1 },
  ]);
});

test('the next class begins with an empty wall, and with nothing of its new textbook', async () => {
  const { next, hinata, wallOf } = await aTurnedYear({ textBookId: (await addTextBook(world)).id });
  expect(await wallOf(next)).toEqual([]);
  expect(await finishedOf(next, hinata)).toEqual([]);
  expect((await contentsOf(next, hinata)).contents).toEqual([]);
});

test('a class that keeps its textbook keeps what its children finished, and begins without openings and recordings', async () => {
  const { next, hinata, page, wallOf } = await aTurnedYear();
  expect(await wallOf(next)).toEqual([]);
  expect(await finishedOf(next, hinata)).toMatchObject([{ id: page.id }]);
  expect((await contentsOf(next, hinata)).contents).toMatchObject([
    { id: page.id, views: 0, lastHeardAt: null, finished: true, recordings: 0 },
  ]);
});

test('a child who left with the old year is on the page of the old class alone', async () => {
  const { one, hinata, request } = await year.aYear();
  const moves = [{ fromClassId: one.id, toClassId: null, studentIds: [hinata] }];
  const made = await year.turn('owner', { ...request, moves });
  expect((await contentsOf(one.id, hinata)).contents).toEqual([]);
  const params = { id: made.classes[0]?.class?.id ?? '', profileId: hinata };
  await problemOf(send(world, classStudentContents, { token: token(), params }), 404);
});

test('a child of two old classes that goes on with one of them leaves no class', async () => {
  const { one, two, hinata, mei, request } = await year.aYear();
  await world.services.db.insert(classProfiles).values({ classId: two.id, profileId: hinata, number: 9 });
  const moves = [{ fromClassId: two.id, toClassId: null, studentIds: [hinata, mei] }];
  expect((await year.plan('owner', { ...request, moves })).leavingCount).toBe(1);
  const both = [...moves, { fromClassId: one.id, toClassId: null, studentIds: [hinata] }];
  expect((await year.plan('owner', { ...request, moves: both })).leavingCount).toBe(2);
});

test('children of two old classes that become one take one number each', async () => {
  const { one, two, hinata, sota, mei } = await year.aYear();
  const both = [hinata, sota].map((profileId) => ({ classId: two.id, profileId }));
  await world.services.db.insert(classProfiles).values(both);
  const request = { classes: [{ classId: one.id, renumbers: true }, { classId: two.id }] };
  const moves = [
    { fromClassId: two.id, toClassId: one.id, studentIds: [hinata, sota] },
    { fromClassId: two.id, toClassId: one.id, studentIds: [mei], numbers: [2] },
  ];
  const anew = await year.turn('owner', { ...request, moves });
  expect(await year.membersOf(anew.classes[0]?.class?.id)).toEqual(['そうた 1', 'ひなた 3', 'めい 2']);
  const given = [{ fromClassId: one.id, toClassId: one.id, studentIds: [sota], numbers: [7] }, ...moves];
  const { students } = await year.plan('owner', { ...request, moves: given });
  expect(students.filter(({ studentId }) => studentId === sota).map(({ newNumber }) => newNumber)).toEqual([7, 7]);
});

test('a turn is refused when a reading was corrected, or staff of an old class left, since the plan', async () => {
  const { db } = world.services;
  const { one, hinata, request } = await year.aYear();
  const { schoolId = null } = (await year.rowOf(one.id)) ?? {};
  const [teacher, owner] = [await addStaff(world, { role: 'Teacher' }), await addStaff(world, { role: 'SchoolOwner' })];
  await db.insert(memberships).values({ userId: owner.id, schoolId: schoolId ?? '', role: 'SchoolOwner' });
  const staff = { mainTeacherId: teacher.id, schoolAdministratorId: owner.id };
  await db.update(classes).set(staff).where(eq(classes.id, one.id));
  const deactivate = (id: string) => db.update(users).set({ status: 2 }).where(eq(users.id, id));
  const changes = [
    () => db.update(profiles).set({ reading: 'ひなだ' }).where(eq(profiles.id, hinata)),
    () => deactivate(teacher.id),
    () => deactivate(owner.id),
  ];
  for (const change of changes) {
    const { version } = await year.plan('admin', request);
    expect((await year.plan('admin', request)).version).toBe(version);
    await change();
    const { errors } = await problemOf(year.turnSent('admin', { ...request, version }), 409);
    expect(errors).toEqual({ version: ['messages.turnChanged'] });
  }
});

test('a turn’s way back takes a class along that is of no school, as earlier turns made some', async () => {
  const { db } = world.services;
  const { hinata, request } = await year.aYear();
  const made = await year.turn('owner', request);
  const classId = made.classes[0]?.class?.id ?? '';
  await db.update(classes).set({ schoolAdministratorId: null, schoolId: null }).where(eq(classes.id, classId));
  const post = await makePost(db, { classId, profileId: hinata });
  const obstacle = async () => (await year.turns('owner')).find(({ id }) => id === made.id)?.obstacle;
  expect(await obstacle()).toBe('messages.turnHasPosts');
  expect((await problemOf(year.turnBack('owner', made.id), 409)).messageKey).toBe('messages.turnHasPosts');
  await db.delete(posts).where(eq(posts.id, post.id));
  expect(await obstacle()).toBeNull();
  await year.turnBack('owner', made.id).expect(200);
  for (const { class: next } of made.classes) expect((await year.rowOf(next?.id))?.deletedAt).not.toBeNull();
  expect((await year.plan('owner', request)).classes[0]?.problems).toEqual([]);
});
