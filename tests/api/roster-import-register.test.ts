import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classSecondaryTeachers, profiles } from '#api/ground/db/schema.ts';
import type { RosterImport } from '#schema/rest/roster-files.ts';
import { takeCard } from '#schema/rest/rosters.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type Person, type Roster, rosterFiles } from '#tests/support/roster-package.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { aChild, countsOf, rosterDesk } from './roster-desk.ts';
import { addStaff, send } from './school.ts';

const world = keptApi();
const { bring, classOf, userOf, childrenOf, aRoster } = rosterDesk(world);

/** The id of the class that a child's card opens. */
async function classByCard(profileId: string) {
  const [card] = await world.services.db
    .select({ code: profiles.cardCode })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  const taken = await answerOf(takeCard, send(world, takeCard, { body: { cardCode: card?.code } }));
  return taken.lastClass?.id;
}

describe('a package for a class that is there', () => {
  test('of next year leaves the cards of its children with the class that is under way', async () => {
    const { roster, lesson } = aRoster();
    const next = { ...lesson, id: `C-${newId()}`, title: '2年1組' };
    await bring(rosterFiles(roster));
    await bring(rosterFiles({ ...roster, lessons: [next], year: [dayFromNow(210), dayFromNow(500)] }));
    const [now, later] = [(await classOf(lesson.id))?.id ?? '', (await classOf(next.id))?.id ?? ''];
    const children = await childrenOf(later);
    expect(children).toEqual(await childrenOf(now));
    expect(await classByCard(children[0]?.id ?? '')).toBe(now);
  });

  test('that is under way too gets the card of a child whose old place has ended, and no other card', async () => {
    const { roster, aoi, ren, lesson } = aRoster();
    const [mei, yui, sora] = [
      aChild('加藤', 'めい', ['カトウ', 'メイ']),
      aChild('木村', '結衣', ['キムラ', 'ユイ']),
      aChild('佐藤', 'そら', ['サトウ', 'ソラ']),
    ];
    const numbered = (...children: readonly Person[]) => children.map(({ id }, at) => [id, at + 1] as const);
    const [old, closed] = [
      { ...lesson, students: numbered(aoi, ren, mei, sora) },
      { ...lesson, id: `C-${newId()}`, title: '1年2組', students: numbered(yui) },
    ];
    const next = { ...lesson, id: `C-${newId()}`, title: '1年3組' };
    const files = (...lessons: Roster['lessons'] & object) =>
      rosterFiles({ ...roster, people: [...roster.people, mei, yui, sora], lessons });
    await bring(files(old, closed));
    const idOf = async ({ id }: { readonly id: string }) => (await classOf(id))?.id ?? '';
    const here = await childrenOf(await idOf(old));
    const idsOf = new Map([...here, ...(await childrenOf(await idOf(closed)))].map((one) => [one.externalId, one.id]));
    const cards = async (...children: readonly Person[]) => {
      const opened: string[] = [];
      for (const { id } of children) opened.push((await classByCard(idsOf.get(id) ?? '')) ?? '');
      return opened;
    };
    expect(await cards(aoi, yui)).toEqual([await idOf(old), await idOf(closed)]);

    // Aoi is in the old class no more, Ren in both, Mei's place is marked, and so is Yui's class.
    const moved = files(
      { ...next, students: numbered(aoi, ren, mei, yui) },
      { ...old, students: old.students.slice(1) },
      { ...closed, status: 'tobedeleted' },
    );
    const place = `${old.id}-${mei.id},`;
    await bring({ ...moved, 'enrollments.csv': moved['enrollments.csv']?.replace(place, `${place}tobedeleted`) ?? '' });
    const [before, after] = [await idOf(old), await idOf(next)];
    expect(await cards(aoi, ren, mei, yui)).toEqual([after, before, after, after]);
    // No import takes a child out of a class.
    expect((await childrenOf(before)).map(({ id }) => id).sort()).toEqual(here.map(({ id }) => id).sort());

    // A file of changes alone says nothing of a place that it does not list.
    const changes = files({ ...next, students: [[sora.id, 5]] }, { ...old, students: [] });
    const manifest = changes['manifest.csv']?.replace('file.enrollments,bulk', 'file.enrollments,delta') ?? '';
    await bring({ ...changes, 'manifest.csv': manifest });
    expect((await childrenOf(after)).map(({ externalId }) => externalId)).toContain(sora.id);
    expect(await cards(sora)).toEqual([before]);
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
    const gone = { ...ended, 'enrollments.csv': enrollments };
    const told = ({ updated, rows }: RosterImport) => ({
      updated,
      rows: rows.map(({ sourcedId, outcome, problems }) => [sourcedId, outcome, problems[0]?.messageKey]),
    });
    // The class, the row of its other teacher and this one.
    const leaves = {
      updated: 3,
      rows: [[`${lesson.id}-${main.id}`, 'updated', 'messages.rosterTeacherLeaves']],
    };
    expect(told(await bring(gone, { dryRun: true }))).toEqual(leaves);
    expect(told(await bring(gone))).toEqual(leaves);
    expect(await teachersNow()).toEqual([otherUser?.id, byHand.id]);
    expect(told(await bring(gone))).toEqual({ updated: 0, rows: [] });
    // Nobody else would be the main teacher.
    const otherPlace = `${lesson.id}-${other.id},`;
    const alone = { ...gone, 'enrollments.csv': enrollments.replace(otherPlace, `${otherPlace}tobedeleted`) };
    const stays = [[`${lesson.id}-${other.id}`, 'skipped', 'messages.rosterTeacherStays']];
    expect(told(await bring(alone))).toEqual({ updated: 0, rows: stays });
    expect(await teachersNow()).toEqual([otherUser?.id, byHand.id]);
  });
});
