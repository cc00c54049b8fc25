import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, classProfiles, classSecondaryTeachers, profiles, rosterImportRows } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { mergeClassProfiles, removeClassProfile } from '#schema/rest/class-profiles.ts';
import { importRoster, startRosterImport } from '#schema/rest/roster-files.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { rosterFiles, zipOf } from '#tests/support/roster-package.ts';
import { aChild, countsOf, rosterDesk } from './roster-desk.ts';
import { problemOf, send, type Who } from './school.ts';

const world = keptApi();
const desk = rosterDesk(world);
const { post, over, bring, classOf, userOf, childrenOf, aRoster } = desk;
const none = { created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 };

describe('a package', () => {
  test('is taken in once for each idempotency key of the same person', async () => {
    const { roster } = aRoster();
    const idempotencyKey = newId();
    const take = async (given: typeof roster, by: Who = 'owner') => {
      const token = desk.school.tokens[by];
      const files = { file: { content: await zipOf(rosterFiles(given)), fileName: 'roster.zip' } };
      return answerOf(
        importRoster,
        send(world, importRoster, { token, fields: { dryRun: 'true', idempotencyKey }, files }),
      );
    };
    const [first, second] = await Promise.all([take(roster), take(roster)]);
    expect(second.id).toBe(first.id);
    expect((await take(aRoster().roster)).id).toBe(first.id);
    expect((await take(roster, 'otherOwner')).id).not.toBe(first.id);
  });

  test('brings teachers, classes and children in, and the same package again changes nothing', async () => {
    const { roster, main, other, aoi, ren, lesson } = aRoster();
    const files = { ...rosterFiles(roster), 'demographics.csv': 'sourcedId,birthDate\r\n' };
    const done = await bring(files);
    // Two teachers, the class, two children; the places of the teachers go with the class, and the school is known.
    expect({ ...countsOf(done), rows: done.rows }).toEqual({
      ...{ state: 'done', created: 5, updated: 2, unchanged: 1, skipped: 0, refused: 0 },
      rows: [],
    });
    expect(done).toMatchObject({ fileName: '名簿.zip', total: 8, processed: 8, ignoredFiles: ['demographics.csv'] });
    const [mainUser, otherUser, made] = [await userOf(main.id), await userOf(other.id), await classOf(lesson.id)];
    expect(mainUser).toMatchObject({
      ...{ firstName: 'あや', lastName: '森', role: 'Teacher', status: UserStatus.INVITED },
      invitedById: desk.school.people.owner.id,
    });
    expect(made).toMatchObject({
      ...{ className: '1年1組', textbookId: desk.book.id, mainTeacherId: mainUser?.id },
      schoolAdministratorId: desk.school.people.owner.id,
    });
    const secondary = await world.services.db
      .select({ id: classSecondaryTeachers.teacherId })
      .from(classSecondaryTeachers)
      .where(eq(classSecondaryTeachers.classId, made?.id ?? ''));
    expect(secondary).toEqual([{ id: otherUser?.id }]);
    const children = await childrenOf(made?.id ?? '');
    expect(children).toMatchObject([
      { name: '青木 あおい', reading: 'アオキ アオイ', number: 1, externalId: aoi.id },
      { name: '井上 蓮', reading: 'イノウエ レン', number: 2, externalId: ren.id },
    ]);
    expect(countsOf(await bring(files))).toEqual({ ...none, state: 'done', unchanged: 8 });
    expect(await childrenOf(made?.id ?? '')).toEqual(children);
    const changes = await world.services.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(inArray(auditLog.entityId, [made?.id ?? '', ...children.map(({ id }) => id), done.id]));
    expect(changes.map(({ action }) => action).sort()).toEqual(['create', 'create', 'create', 'import']);
  });

  test('that is checked changes nothing, says what would be, and is brought in without being sent again', async () => {
    const { roster, main, lesson } = aRoster();
    const { id } = await answerOf(
      importRoster,
      post(await zipOf(rosterFiles({ ...roster, courses: { course: ['英語', ''] } })), { dryRun: true }),
    );
    const checked = await over(desk.school.tokens.owner, id);
    // Without a textbook the class is left out, and its places with it.
    expect(countsOf(checked)).toEqual({ ...none, state: 'checked', created: 2, unchanged: 1, skipped: 5 });
    expect(checked.rows[0]).toMatchObject({
      ...{ file: 'classes.csv', row: 2, sourcedId: lesson.id, outcome: 'skipped' },
      problems: [{ field: null, messageKey: 'messages.rosterNoTextBook' }],
    });
    expect(checked.courses).toEqual([{ courseId: 'course', title: '英語', code: '', classes: 1, textBookId: null }]);
    expect(await userOf(main.id)).toBeUndefined();
    const start = (textBookId: string, token = desk.school.tokens.owner) =>
      send(world, startRosterImport, {
        ...{ token, params: { id } },
        body: { textBooks: [{ courseId: 'course', textBookId }] },
      });
    expect((await problemOf(start(newId()), 400)).errors).toEqual({
      textBooks: ['messages.textBookNotAvailable'],
    });
    await problemOf(start(desk.book.id, desk.school.tokens.otherOwner), 404);
    await start(desk.book.id).expect(202);
    const done = await over(desk.school.tokens.owner, id);
    expect(countsOf(done)).toEqual({ ...none, state: 'done', created: 5, updated: 2, unchanged: 1 });
    expect(await classOf(lesson.id)).toMatchObject({ textbookId: desk.book.id });
    // Started again, it is the same import.
    expect(countsOf(await answerOf(startRosterImport, start(desk.book.id)))).toEqual(countsOf(done));
    // Nothing that it says of people is kept.
    const kept = await world.services.db
      .select({ values: rosterImportRows.values })
      .from(rosterImportRows)
      .where(eq(rosterImportRows.importId, id));
    expect(kept.filter(({ values }) => values !== null)).toEqual([]);
  });

  test('a check tells the same as the import, teachers and children of new classes too', async () => {
    const files = rosterFiles(aRoster().roster);
    const checked = await bring(files, { dryRun: true });
    expect(countsOf(checked)).toEqual({ ...countsOf(await bring(files)), state: 'checked' });
  });

  test('changes what the school has changed, moves nobody out, and takes over children who were typed in', async () => {
    const { roster, aoi, ren, lesson } = aRoster();
    await bring(rosterFiles(roster));
    const classId = (await classOf(lesson.id))?.id ?? '';
    // Typed in by hand, in half width and without a space.
    const [mei] = [aChild('加藤', 'めい', ['カトウ', 'メイ'])];
    const byHand = newId();
    await world.services.db.insert(profiles).values({ id: byHand, name: '加藤めい', animal: 'fox' });
    await world.services.db.insert(classProfiles).values({ classId, profileId: byHand });
    const renamed = { ...aoi, family: '赤木' };
    const next = rosterFiles({
      ...roster,
      people: [...roster.people.filter(({ id }) => id !== aoi.id && id !== ren.id), renamed, mei],
      lessons: [{ ...lesson, title: '1年2組', students: [[aoi.id, 7] as const, [mei.id, 8] as const] }],
    });
    expect(countsOf(await bring(next))).toMatchObject({ created: 0, refused: 0, skipped: 0 });
    expect(await classOf(lesson.id)).toMatchObject({ id: classId, className: '1年2組' });
    expect(await childrenOf(classId)).toMatchObject([
      { externalId: ren.id, number: 2 },
      { externalId: aoi.id, name: '赤木 あおい', number: 7 },
      { id: byHand, externalId: mei.id, name: '加藤めい', reading: 'カトウ メイ', number: 8 },
    ]);
  });

  test('takes over a child typed in with another form of a kanji, each row the child whose name it spells', async () => {
    const { roster, lesson } = aRoster();
    await bring(rosterFiles(roster));
    const classId = (await classOf(lesson.id))?.id ?? '';
    const byHand = async (name: string, number: number | null) => {
      const id = newId();
      await world.services.db.insert(profiles).values({ id, name, animal: 'fox' });
      await world.services.db.insert(classProfiles).values({ classId, profileId: id, number });
      return id;
    };
    const [sakura, sora] = [await byHand('高橋さくら', 11), await byHand('中澤 空', null)];
    const kana = ['カナ', 'カナ'] as const;
    const [high, plain, old] = [aChild('髙橋', 'さくら', kana), aChild('中沢', '空', kana), aChild('中澤', '空', kana)];
    const students = [[high.id, 11] as const, [plain.id, 13] as const, [old.id, 12] as const];
    const files = rosterFiles({
      ...roster,
      people: [...roster.people, high, plain, old],
      lessons: [{ ...lesson, students: [...lesson.students, ...students] }],
    });
    expect(countsOf(await bring(files))).toMatchObject({ created: 1, updated: 2, refused: 0, skipped: 0 });
    expect((await childrenOf(classId)).slice(2)).toMatchObject([
      { id: sakura, externalId: high.id, name: '高橋さくら', number: 11 },
      { id: sora, externalId: old.id, name: '中澤 空', number: 12 },
      { externalId: plain.id, name: '中沢 空', number: 13 },
    ]);
  });

  test('finds a child again whose profile was merged into the one that it made by itself', async () => {
    const { roster, lesson } = aRoster();
    const files = rosterFiles(roster);
    await bring(files);
    const classId = (await classOf(lesson.id))?.id ?? '';
    const [aoi] = await childrenOf(classId);
    const own = newId();
    await world.services.db.insert(profiles).values({ id: own, name: 'あおい', animal: 'owl' });
    await world.services.db.insert(classProfiles).values({ classId, profileId: own });
    await send(world, mergeClassProfiles, {
      ...{ token: desk.school.tokens.owner, params: { id: classId } },
      body: { intoId: own, fromIds: [aoi?.id] },
    }).expect(200);
    expect(await bring(files)).toMatchObject({ created: 0, refused: 0, skipped: 0 });
    expect(await childrenOf(classId)).toMatchObject([{ id: own, externalId: aoi?.externalId, number: 1 }, {}]);
  });

  test('puts a child of two classes into both as one, and leaves out whom staff took out', async () => {
    const { roster, aoi, ren, lesson } = aRoster();
    const second = { ...lesson, id: `C-${newId()}`, title: 'クラブ' };
    const files = rosterFiles({ ...roster, lessons: [lesson, second] });
    await bring(files);
    const [one, two] = [(await classOf(lesson.id))?.id ?? '', (await classOf(second.id))?.id ?? ''];
    const [first] = await childrenOf(one);
    expect((await childrenOf(two)).map(({ id }) => id)).toContain(first?.id);
    await send(world, removeClassProfile, {
      ...{ token: desk.school.tokens.owner, params: { id: two, profileId: first?.id ?? '' } },
    }).expect(204);
    const done = await bring(files);
    expect(done.rows).toMatchObject([
      { sourcedId: `${second.id}-${aoi.id}`, problems: [{ messageKey: 'messages.rosterStudentOut' }] },
    ]);
    expect((await childrenOf(two)).map(({ externalId }) => externalId)).toEqual([ren.id]);
  });
});
