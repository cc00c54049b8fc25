import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classSecondaryTeachers, profiles } from '#api/ground/db/schema.ts';
import { takeCard } from '#schema/rest/rosters.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type Person, rosterFiles } from '#tests/support/roster-package.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { aChild, countsOf, rosterDesk } from './roster-desk.ts';
import { addStaff, send } from './school.ts';

const world = keptApi();
const { bring, classOf, userOf, childrenOf, aRoster } = rosterDesk(world);

describe('a package for a class that is there', () => {
  test('of next year leaves the cards of its children with the class that is under way', async () => {
    const { roster, lesson } = aRoster();
    const next = { ...lesson, id: `C-${newId()}`, title: '2年1組' };
    await bring(rosterFiles(roster));
    await bring(rosterFiles({ ...roster, lessons: [next], year: [dayFromNow(210), dayFromNow(500)] }));
    const [now, later] = [(await classOf(lesson.id))?.id ?? '', (await classOf(next.id))?.id ?? ''];
    const children = await childrenOf(later);
    expect(children).toEqual(await childrenOf(now));
    const [card] = await world.services.db
      .select({ code: profiles.cardCode })
      .from(profiles)
      .where(eq(profiles.id, children[0]?.id ?? ''));
    const taken = await answerOf(takeCard, send(world, takeCard, { body: { cardCode: card?.code } }));
    expect(taken.lastClass?.id).toBe(now);
  });

  test('gives numbers that its own rows free: a new child in between, and two children who change places', async () => {
    const { roster, aoi, ren, lesson } = aRoster();
    await bring(rosterFiles(roster));
    const mei = aChild('伊藤', 'めい', ['イトウ', 'メイ']);
    const classId = (await classOf(lesson.id))?.id ?? '';
    const packageOf = (...students: (readonly [Person, number])[]) =>
      rosterFiles({
        ...roster,
        people: [...roster.people, mei],
        lessons: [{ ...lesson, students: students.map(([{ id }, number]) => [id, number] as const) }],
      });
    const registerOf = async () => (await childrenOf(classId)).map(({ externalId, number }) => [externalId, number]);
    const shift = packageOf([mei, 1], [aoi, 2], [ren, 3]);
    const checked = await bring(shift, { dryRun: true });
    expect(countsOf(checked)).toMatchObject({ state: 'checked', created: 1, updated: 2, skipped: 0, refused: 0 });
    const before = [
      [aoi.id, 1],
      [ren.id, 2],
    ];
    expect(await registerOf()).toEqual(before);
    expect(countsOf(await bring(shift))).toEqual({ ...countsOf(checked), state: 'done' });
    expect(await registerOf()).toEqual([[mei.id, 1], ...before.map(([id], at) => [id, at + 2])]);
    const swap = packageOf([mei, 2], [aoi, 1], [ren, 3]);
    expect(await bring(swap)).toMatchObject({ created: 0, updated: 2, skipped: 0, refused: 0 });
    expect(await registerOf()).toEqual([
      [aoi.id, 1],
      [mei.id, 2],
      [ren.id, 3],
    ]);
    // Ren stays with 3, so nobody else gets it, and Aoi keeps the number that Mei was to have.
    const taken = await bring(packageOf([mei, 1], [aoi, 3], [ren, 3]));
    expect(taken.rows.map(({ sourcedId, problems }) => [sourcedId, problems[0]?.messageKey])).toEqual([
      [`${lesson.id}-${mei.id}`, 'messages.studentNumberTaken'],
      [`${lesson.id}-${aoi.id}`, 'messages.studentNumberTaken'],
    ]);
  });

  test('leaves it the teachers whom it does not list, but not those whose place has ended', async () => {
    const { roster, main, other, lesson } = aRoster();
    await bring(rosterFiles(roster));
    const classId = (await classOf(lesson.id))?.id ?? '';
    const byHand = await addStaff(world, { role: 'Teacher' });
    const { db } = world.services;
    await db.insert(classSecondaryTeachers).values({ classId, teacherId: byHand.id, position: 4 });
    const teachersNow = async () => {
      const secondary = await db
        .select({ id: classSecondaryTeachers.teacherId })
        .from(classSecondaryTeachers)
        .where(eq(classSecondaryTeachers.classId, classId))
        .orderBy(classSecondaryTeachers.position);
      return [(await classOf(lesson.id))?.mainTeacherId, ...secondary.map(({ id }) => id)];
    };
    const [mainUser, otherUser] = [await userOf(main.id), await userOf(other.id)];
    expect(await bring(rosterFiles(roster))).toMatchObject({ updated: 0, refused: 0 });
    expect(await teachersNow()).toEqual([mainUser?.id, otherUser?.id, byHand.id]);
    // The package has another main teacher, and the first one no more.
    const files = rosterFiles({ ...roster, lessons: [{ ...lesson, teachers: [other.id] }] });
    await bring(files);
    expect(await teachersNow()).toEqual([otherUser?.id, byHand.id, mainUser?.id]);
    const ended = rosterFiles({ ...roster, lessons: [{ ...lesson, teachers: [other.id, main.id] }] });
    const place = `${lesson.id}-${main.id},`;
    const enrollments = ended['enrollments.csv']?.replace(place, `${place}tobedeleted`) ?? '';
    await bring({ ...ended, 'enrollments.csv': enrollments });
    expect(await teachersNow()).toEqual([otherUser?.id, byHand.id]);
  });
});
