import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, classes, classProfiles, profiles, textbooks, users } from '#api/ground/db/schema.ts';
import { copyClass, copyClasses } from '#schema/rest/class-copies.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, addTextBook, makeSchools, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const sent = (who: Who, id: string, body: object = {}) =>
  send(world, copyClass, { token: school.tokens[who], params: { id }, body });
const copy = (who: Who, id: string, body: object = {}) => answerOf(copyClass, sent(who, id, body));
const bulk = (who: Who, ids: string[], body: object = {}) =>
  send(world, copyClasses, { token: school.tokens[who], body: { ids, ...body } });

/** A class of the first school with its teacher, a colleague, and two children of whom one has been removed. */
async function aSource(over: Record<string, unknown> = {}) {
  const made = await school.created('owner', {
    className: '3年1組 2026年度',
    mainTeacherId: school.people.teacher.id,
    secondaryTeacherIds: [school.people.colleague.id],
    approvalRequired: false,
    ...over,
  });
  const { db } = world.services;
  for (const deletedAt of [null, new Date()]) {
    const profileId = newId();
    await db.insert(profiles).values({ id: profileId, name: 'ひなた', animal: 'fox', deletedAt });
    await db.insert(classProfiles).values({ classId: made.id, profileId });
  }
  return made;
}

const countClasses = () => world.services.db.$count(classes);

describe('copying a class', () => {
  test('makes it anew a year later, with codes of its own, and says in the log from where', async () => {
    const source = await aSource();
    const answer = await copy('owner', source.id);
    expect(answer).toMatchObject({
      sourceId: source.id,
      className: '3年1組 2027年度',
      startDate: '2027-04-01',
      endDate: '2028-03-31',
      problems: [],
      studentCount: 0,
    });
    expect(answer.class).toMatchObject({
      className: '3年1組 2027年度',
      status: 0,
      version: 1,
      approvalRequired: false,
      studentCount: 0,
      mainTeacher: { id: school.people.teacher.id },
      schoolAdministrator: { id: school.people.owner.id },
      secondaryTeachers: [{ id: school.people.colleague.id }],
    });
    expect(answer.class?.id).not.toBe(source.id);
    expect(answer.class?.classCode).not.toBe(source.classCode);
    expect(answer.class?.classHashCode).not.toBe(source.classHashCode);
    const written = await world.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, answer.class?.id ?? ''));
    expect(written).toMatchObject([{ action: 'copy', after: { copiedFrom: source.id, className: '3年1組 2027年度' } }]);
  });

  test('takes along what is chosen', async () => {
    const source = await aSource();
    const include = { mainTeacher: false, secondaryTeachers: false, students: true, approvalRequired: false };
    const answer = await copy('owner', source.id, { include });
    expect(answer.studentCount).toBe(1);
    // The child came into the source by its code.
    const copied = world.services.db
      .select({ addedByStaff: classProfiles.addedByStaff })
      .from(classProfiles)
      .where(eq(classProfiles.classId, answer.class?.id ?? ''));
    expect(await copied).toEqual([{ addedByStaff: true }]);
    expect(answer.class).toMatchObject({
      mainTeacher: null,
      secondaryTeachers: [],
      studentCount: 1,
      approvalRequired: true,
    });
    const without = await copy('admin', source.id, { include: { schoolAdministrator: false } });
    expect(without.class?.schoolAdministrator).toBeNull();
  });

  test('takes another name, book and days, and moves the year as far as the days', async () => {
    const source = await aSource();
    const next = await addTextBook(world);
    const other = await copy('owner', source.id, { textBookId: next.id, startDate: '2028-04-01' });
    expect(other.class).toMatchObject({
      className: '3年1組 2028年度',
      startDate: '2028-04-01',
      endDate: '2029-03-31',
      textBook: { id: next.id },
    });
    const named = await copy('owner', source.id, { className: '4年1組', endDate: '2027-07-20' });
    expect(named.class).toMatchObject({ className: '4年1組', startDate: '2027-04-01', endDate: '2027-07-20' });
  });

  test('in a dry run writes nothing and answers the same', async () => {
    const source = await aSource();
    const before = await countClasses();
    const dry = await copy('owner', source.id, { dryRun: true, include: { students: true } });
    expect(await countClasses()).toBe(before);
    expect(dry.class).toBeNull();
    const real = await copy('owner', source.id, { include: { students: true } });
    expect({ ...real, class: null }).toEqual(dry);
  });

  test('leaves out who can no longer be put on a class, and names them', async () => {
    const [leaving, gone] = [await addStaff(world, { role: 'Teacher' }), await addStaff(world, { role: 'Teacher' })];
    const source = await aSource({
      mainTeacherId: leaving.id,
      secondaryTeacherIds: [school.people.teacher.id, gone.id],
    });
    await world.services.db.update(users).set({ status: 2 }).where(eq(users.id, leaving.id));
    await world.services.db.update(users).set({ role: 'Administrator' }).where(eq(users.id, gone.id));
    const body = { dryRun: true };
    const dry = await copy('owner', source.id, body);
    expect(dry.problems).toMatchObject([
      { field: 'mainTeacherId', messageKey: 'messages.teacherNotAvailable', person: { id: leaving.id }, blocks: false },
      { field: 'secondaryTeacherIds', messageKey: 'messages.teacherNotAvailable', person: { id: gone.id } },
    ]);
    const real = await copy('owner', source.id);
    expect(real.class).toMatchObject({ mainTeacher: null, secondaryTeachers: [{ id: school.people.teacher.id }] });
  });

  test('is blocked by a book that is gone, by days that cannot be, and for a teacher who would not teach it', async () => {
    const book = await addTextBook(world);
    const source = await aSource({ textBookId: book.id });
    await world.services.db.update(textbooks).set({ publishedAt: null }).where(eq(textbooks.id, book.id));
    const wrong = { endDate: '2027-04-01' };
    const dry = await copy('teacher', source.id, { ...wrong, dryRun: true, include: { mainTeacher: false } });
    expect(dry.problems.map(({ field, messageKey, blocks }) => [field, messageKey, blocks])).toEqual([
      ['endDate', 'messages.endDateAfterStart', true],
      ['textBookId', 'messages.textBookNotAvailable', true],
      ['mainTeacherId', 'messages.teacherMustTeach', true],
    ]);
    const before = await countClasses();
    const { errors } = await problemOf(sent('teacher', source.id, { ...wrong, include: { mainTeacher: false } }), 400);
    expect(errors).toEqual({
      endDate: ['messages.endDateAfterStart'],
      textBookId: ['messages.textBookNotAvailable'],
      mainTeacherId: ['messages.teacherMustTeach'],
    });
    expect(await countClasses()).toBe(before);
  });

  test('of another school is 404, in a dry run too', async () => {
    const source = await aSource();
    for (const dryRun of [true, false]) {
      await problemOf(sent('stranger', source.id, { dryRun }), 404);
      await problemOf(sent('otherOwner', source.id, { dryRun }), 404);
      await problemOf(bulk('stranger', [source.id], { dryRun }), 404);
    }
  });
});

describe('copying several classes', () => {
  test('copies all, in the order asked for, and deleting the copies undoes it', async () => {
    const sources = [await aSource(), await aSource({ className: 'two' })];
    const ids = sources.map(({ id }) => id).reverse();
    const { copies } = await answerOf(copyClasses, bulk('owner', ids, { years: 2 }));
    expect(copies.map(({ sourceId, className, startDate }) => [sourceId, className, startDate])).toEqual([
      [ids[0], 'two', '2028-04-01'],
      [ids[1], '3年1組 2028年度', '2028-04-01'],
    ]);
    for (const { class: made } of copies)
      await send(world, deleteClass, { token: school.tokens.owner, params: { id: made?.id ?? '' } }).expect(204);
    const left = (await school.list('owner')).map(({ id }) => id);
    expect(copies.filter(({ class: made }) => left.includes(made?.id ?? ''))).toEqual([]);
  });

  test('copies none when one is blocked, and says which', async () => {
    const book = await addTextBook(world);
    const ids = [(await aSource()).id, (await aSource({ textBookId: book.id })).id];
    await world.services.db.update(textbooks).set({ deletedAt: new Date() }).where(eq(textbooks.id, book.id));
    const before = await countClasses();
    const { errors } = await problemOf(bulk('owner', ids), 400);
    expect(errors).toEqual({ 'copies.1.textBookId': ['messages.textBookNotAvailable'] });
    await problemOf(bulk('owner', [...ids, newId()]), 404);
    expect(await countClasses()).toBe(before);
    const [, blocked] = (await answerOf(copyClasses, bulk('owner', ids, { dryRun: true }))).copies;
    expect(blocked?.problems).toMatchObject([{ field: 'textBookId', blocks: true }]);
  });

  test('at the same moment gives every copy a code of its own', async () => {
    const { id } = await aSource();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bulk('owner', [id])));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const rows = await world.services.db
      .select({ code: classes.classCode })
      .from(auditLog)
      .innerJoin(classes, eq(classes.id, auditLog.entityId))
      .where(and(eq(auditLog.action, 'copy'), eq(classes.className, '3年1組 2027年度')));
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  });
});
