import { eq } from 'drizzle-orm';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { forgetOldRosters } from '#api/domains/roster-imports/run.ts';
import { profiles, rosterImports } from '#api/ground/db/schema.ts';
import { importRoster, rosterImportById } from '#schema/rest/roster-files.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { rosterFiles, zipOf } from '#tests/support/roster-package.ts';
import { makeKey } from './key-ring.ts';
import { aChild, aTeacher, rosterDesk } from './roster-desk.ts';
import { addStaff, problemOf, send } from './school.ts';

const world = keptApi();
const desk = rosterDesk(world);
const { post, over, bring, classOf, userOf, childrenOf, aRoster } = desk;

describe('a package', () => {
  test('with wrong rows brings in the others, and says of each what is wrong, in a file too', async () => {
    const { roster, main, aoi, ren, lesson } = aRoster();
    const [lost, gone] = [
      { ...aTeacher(), email: 'nobody' },
      { ...aTeacher(), status: 'tobedeleted' },
    ];
    const files = rosterFiles({
      ...roster,
      people: [...roster.people, lost, gone, { ...aChild('上田', 'みお', ['', '']), role: 'guardian' as const }],
      lessons: [
        {
          ...{ ...lesson, teachers: [main.id, lost.id] },
          students: [
            [aoi.id, 1],
            [ren.id, 1],
            ['nobody', 3],
          ] as const,
        },
        { id: `C-${newId()}`, title: '閉じたクラス', status: 'tobedeleted' },
      ],
    });
    const done = await bring(files);
    const told = done.rows.map(({ file, sourcedId, outcome, problems }) => [
      ...[file, sourcedId, outcome],
      ...problems.map(({ field, messageKey }) => `${field ?? ''} ${messageKey}`),
    ]);
    expect(told.filter(([, , outcome]) => outcome === 'refused')).toEqual([
      ['users.csv', lost.id, 'refused', 'email messages.invalidEmail'],
      ['enrollments.csv', `${lesson.id}-${lost.id}`, 'refused', 'userSourcedId messages.teacherNotAvailable'],
      ['enrollments.csv', `${lesson.id}-${ren.id}`, 'refused', 'number messages.studentNumberTaken'],
      ['enrollments.csv', `${lesson.id}-nobody`, 'refused', 'userSourcedId messages.rosterUnknownId'],
    ]);
    expect(told.filter(([, , outcome]) => outcome === 'skipped').map(([file, , , why]) => [file, why])).toEqual([
      ['users.csv', ' messages.rosterToBeDeleted'],
      ['users.csv', ' messages.rosterRoleIgnored'],
      ['classes.csv', ' messages.rosterToBeDeleted'],
    ]);
    expect(await childrenOf((await classOf(lesson.id))?.id ?? '')).toMatchObject([{ externalId: aoi.id }]);
    const { resultFile } = await answerOf(
      rosterImportById,
      send(world, rosterImportById, {
        token: desk.school.tokens.owner,
        params: { id: done.id },
        query: { Language: 'jp' },
      }),
    );
    const { text } = await request(world.apiUrl).get(`/api${resultFile?.url}`).buffer(true).expect(200);
    expect(text).toContain('ファイル,行,sourcedId,結果,理由');
    expect(text).toContain(`${lost.id},エラー,email: `);
  });

  test('with a child whose ID is empty or too long brings in the others', async () => {
    const { roster, main, aoi, lesson } = aRoster();
    const odd = ['', `${'x'.repeat(199)}𠮷`].map((id) => ({ ...aChild('上田', 'みお', ['', '']), id }));
    const files = rosterFiles({
      ...roster,
      people: [main, aoi, ...odd],
      lessons: [
        {
          ...{ ...lesson, teachers: [main.id] },
          students: [[aoi.id, 1] as const, ...odd.map(({ id }, at) => [id, at + 2] as const)],
        },
      ],
    });
    const { rows } = await bring(files);
    const refusals = rows.filter(({ outcome }) => outcome === 'refused');
    expect(refusals.map(({ file, problems }) => [file, problems[0]?.messageKey])).toEqual([
      ['users.csv', 'messages.rosterIdRequire'],
      ['users.csv', 'messages.valueTooLong'],
      ['enrollments.csv', 'messages.rosterUnknownId'],
      ['enrollments.csv', expect.stringMatching(/rosterUnknownId|valueTooLong/)],
    ]);
    // Cut between characters.
    expect(refusals[1]?.sourcedId).toBe('x'.repeat(199));
    expect(await childrenOf((await classOf(lesson.id))?.id ?? '')).toMatchObject([{ externalId: aoi.id }]);
  });

  test('whose worker died in its last attempt has failed, and its names go after a day', async () => {
    const { db } = world.services;
    const { id } = await bring(rosterFiles(aRoster().roster), { dryRun: true });
    const cutOff = { state: 'running', createdAt: new Date(Date.now() - 25 * 3_600_000) } as const;
    await db.update(rosterImports).set(cutOff).where(eq(rosterImports.id, id));
    expect((await over(desk.school.tokens.owner, id)).state).toBe('failed');
    await forgetOldRosters(world.services);
    expect(await db.$count(rosterImports, eq(rosterImports.id, id))).toBe(0);
  });

  test('of another school does not reach its classes, people and children by their ids', async () => {
    const { roster, main, aoi, lesson } = aRoster();
    await bring(rosterFiles(roster));
    const changed = {
      ...roster,
      people: [
        { ...main, family: '敵' },
        { ...aoi, family: '敵' },
      ],
    };
    const done = await bring(
      rosterFiles({ ...changed, lessons: [{ ...lesson, teachers: [], students: [[aoi.id, 9]] }] }),
      {
        token: desk.school.tokens.otherOwner,
      },
    );
    expect(done.rows.map(({ file, outcome, problems }) => [file, outcome, problems[0]?.messageKey])).toEqual([
      ['users.csv', 'refused', 'messages.emailExists'],
      ['classes.csv', 'refused', 'messages.externalIdExists'],
      ['enrollments.csv', 'skipped', 'messages.rosterClassLeft'],
    ]);
    expect(await userOf(main.id)).toMatchObject({ lastName: '森' });
    expect(await childrenOf((await classOf(lesson.id))?.id ?? '')).toMatchObject([{ name: '青木 あおい' }, {}]);
  });

  test.each([
    ['stays', false],
    ['is in the trash', true],
  ])(
    'by an administrator keeps apart children of two schools with one ID, also where the first %s',
    async (_, gone) => {
      const [first, second] = [aRoster(), aRoster()];
      await bring(rosterFiles(first.roster));
      const lesson = { ...second.lesson, students: [] };
      await bring(rosterFiles({ ...second.roster, lessons: [lesson] }), { token: desk.school.tokens.otherOwner });
      const childrenAt = async (id: string) => childrenOf((await classOf(id))?.id ?? '');
      const [own] = await childrenAt(first.lesson.id);
      if (gone)
        await world.services.db
          .update(profiles)
          .set({ deletedAt: new Date() })
          .where(eq(profiles.id, own?.id ?? ''));
      const twin = { ...second.aoi, id: first.aoi.id, family: '別', kana: ['ベツ', 'アオイ'] as const };
      const files = rosterFiles({
        ...second.roster,
        people: [second.main, second.other, twin],
        lessons: [{ ...lesson, students: [[twin.id, 1]] }],
      });
      const outcomes = async () => {
        const { created, updated, rows } = await bring(files, { token: desk.school.tokens.admin });
        return { created, updated, notDone: rows.map(({ file }) => file).filter((file) => file !== 'orgs.csv') };
      };
      expect(await outcomes()).toEqual({ created: 1, updated: 0, notDone: [] });
      expect(await outcomes()).toEqual({ created: 0, updated: 0, notDone: [] });
      const [other] = await childrenAt(second.lesson.id);
      expect(other).toMatchObject({ name: '別 あおい', externalId: own?.externalId });
      expect(other?.id).not.toBe(own?.id);
      const [kept] = await world.services.db
        .select()
        .from(profiles)
        .where(eq(profiles.id, own?.id ?? ''));
      expect(kept).toMatchObject({ name: '青木 あおい', reading: own?.reading, version: 1 });
    },
  );

  test.each([
    ['no ZIP', 415, 'messages.rosterUnreadable', () => Promise.resolve(Buffer.from('no zip'))],
    ['without users.csv', 400, 'messages.rosterFileMissing', () => zipOf(without('users.csv'))],
    ['without a file that it announces', 400, 'messages.rosterFileMissing', () => zipOf(without('classes.csv'))],
    [
      'of OneRoster 1.1',
      400,
      'messages.rosterVersion',
      () => zipOf({ ...rosterFiles(), 'manifest.csv': 'propertyName,value\r\noneroster.version,1.1\r\n' }),
    ],
    [
      'without a column',
      400,
      'messages.rosterColumnsMissing',
      () => zipOf({ ...rosterFiles(), 'users.csv': 'sourcedId,givenName\r\n1,2\r\n' }),
    ],
    [
      'that grows without measure',
      413,
      'messages.rosterTooLarge',
      () => zipOf({ ...rosterFiles(), 'users.csv': Buffer.alloc(70 * 1024 * 1024, 'a') }),
    ],
    [
      'of a thousand files',
      413,
      'messages.rosterTooLarge',
      () => zipOf(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${at}.csv`, '']))),
    ],
  ])('that is %s is refused', async (_, status, messageKey, make) => {
    const problem = await problemOf(post(await make()), status);
    expect(problem).toMatchObject({ messageKey, errors: { file: [messageKey] } });
  });

  test('by a key keeps to what the key may: it changes teachers alone, and ends with the key', async () => {
    const { key } = await makeKey(world, { owner: desk.school.people.admin, scopes: ['Roster:write'] });
    const boss = await addStaff(world, { role: 'SchoolOwner', externalId: `T-${newId()}` });
    const boss2 = { ...aTeacher(), id: boss.externalId ?? '', family: '新' };
    const done = await bring(rosterFiles({ people: [boss2, aTeacher()] }), { token: desk.school.tokens.admin });
    expect(done).toMatchObject({ created: 1, updated: 1 });
    const { id } = await answerOf(
      importRoster,
      post(await zipOf(rosterFiles({ people: [{ ...boss2, family: '別' }] })), { token: key }),
    );
    expect((await over(desk.school.tokens.admin, id)).rows).toMatchObject([
      { outcome: 'refused', problems: [{ messageKey: 'messages.apiKeyTeachersOnly' }] },
      {},
    ]);
  });
});

function without(name: string): Record<string, string> {
  const { [name]: _, ...files } = rosterFiles();
  return files;
}
