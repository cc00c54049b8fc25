import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { textBookMap } from '#schema/rest/activity.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeSchools, newStudentToken, problemOf, send } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let bookId: string;
let draftId: string;

// Nine hours ahead of UTC: the last moment of 9 May there, and the first of 10 May.
const ninth = new Date('2031-05-09T14:59:59.999Z');
const tenth = new Date('2031-05-09T15:00:00Z');

beforeAll(async () => {
  school = await makeSchools(world);
  const { db } = world.services;
  bookId = (await makeTextBook(db)).id;
  const other = await makeTextBook(db);
  const second = await makeLesson(db, { textbookId: bookId, position: 1, publishedAt: null, title: 'Later' });
  const first = await makeLesson(db, { textbookId: bookId, position: 0, title: 'First' });
  await makeLesson(db, { textbookId: bookId, position: 2, deletedAt: new Date() });
  const inFirst = { lessonId: first.id };
  await makeContent(db, { ...inFirst, position: 2, name: 'Unused', type: ContentType.MUSIC });
  const used = await makeContent(db, { ...inFirst, position: 0, name: 'Used' });
  await makeContent(db, { ...inFirst, position: 1, name: 'Draft', publishedAt: null });
  await makeContent(db, { ...inFirst, position: 3, deletedAt: new Date() });
  const hidden = await makeContent(db, { lessonId: second.id, position: 0, name: 'Hidden' });
  draftId = (await makeTextBook(db, { publishedAt: null })).id;
  const ofDraft = await makeLesson(db, { textbookId: draftId, position: 0 });
  await makeContent(db, { lessonId: ofDraft.id, position: 0 });

  const at = { textbookId: bookId, lessonId: first.id, contentId: used.id, contentType: ContentType.READ };
  await keepViews(
    world.services,
    { ...at, startedAt: ninth, durationMs: 1 },
    { ...at, startedAt: tenth, durationMs: 20 },
    // Views from a tablet whose class has another book, and from one that does not know its book yet.
    { ...at, textbookId: other.id, startedAt: tenth, durationMs: 300 },
    { ...at, textbookId: null, startedAt: tenth, durationMs: 4000 },
    { ...at, lessonId: null, contentId: hidden.id, startedAt: ninth, durationMs: 5 },
    // Pages without a content are not on the map.
    { ...at, contentId: null, contentType: null, startedAt: tenth, durationMs: 6 },
    { textbookId: bookId, contentId: newId(), startedAt: tenth, durationMs: 7 },
  );
});

const ask = (token: string | undefined, query: object = {}, Id = bookId) =>
  send(world, textBookMap, { ...(token !== undefined && { token }), params: { Id }, query: { ...query } });

describe('the map of a textbook', () => {
  test('has its units and contents in their order, and how they were used in all days', async () => {
    const map = await answerOf(textBookMap, ask(school.tokens.admin));
    const never = { views: 0, duration: 0, lastOpenedOn: null };
    expect(map.units).toMatchObject([
      {
        ...{ unit: { title: 'First' }, published: true },
        contents: [
          {
            ...{ name: 'Used', type: ContentType.READ, pageNumber: 1, published: true, codeOpens: true },
            ...{ views: 4, duration: 4321, lastOpenedOn: '2031-05-10', neverOpened: false },
          },
          { name: 'Draft', published: false, codeOpens: false, neverOpened: false, ...never },
          { name: 'Unused', published: true, codeOpens: true, neverOpened: true, ...never },
        ],
      },
      {
        ...{ unit: { title: 'Later' }, published: false },
        contents: [
          {
            ...{ name: 'Hidden', published: true, codeOpens: false },
            ...{ views: 1, duration: 5, lastOpenedOn: '2031-05-09', neverOpened: false },
          },
        ],
      },
    ]);
    expect(map.units).toHaveLength(2);
    expect(map.totals).toEqual({ contents: 4, opened: 2, neverOpened: 1, views: 5, duration: 4326 });
    expect(map).toMatchObject({ keptDays: 731, timeZone: 'Asia/Tokyo' });
  });

  test.each([
    [{ From: '2031-05-10' }, [3, 0, 0, 0], 4320],
    [{ To: '2031-05-10' }, [1, 0, 0, 1], 6],
    [{ From: '2031-05-09', To: '2031-05-10' }, [1, 0, 0, 1], 6],
    [{ From: '2031-05-11', To: '2031-06-01' }, [0, 0, 0, 0], 0],
  ])('of %o counts these days alone, and knows of the others what was never opened', async (query, views, duration) => {
    const { units, totals } = await answerOf(textBookMap, ask(school.tokens.admin, query));
    const all = units.flatMap(({ contents }) => contents);
    expect(all.map((content) => content.views)).toEqual(views);
    expect(all.map(({ neverOpened }) => neverOpened)).toEqual([false, false, true, false]);
    expect(totals).toMatchObject({ duration, neverOpened: 1, opened: views.filter((count) => count > 0).length });
  });

  test('of a draft says that no code opens, and counts none as never opened', async () => {
    const { units } = await answerOf(textBookMap, ask(school.tokens.admin, {}, draftId));
    expect(units[0]?.contents).toMatchObject([{ published: true, codeOpens: false, neverOpened: false }]);
  });

  test.each(['teacher', 'owner'] as const)('is refused to %s', async (who) => {
    await problemOf(ask(school.tokens[who]), 403);
  });

  test('is neither for a child nor for who has not signed in', async () => {
    await problemOf(ask(await newStudentToken(world)), 403);
    await problemOf(ask(undefined), 401);
  });

  test('of a book that never was is not there', async () => {
    await problemOf(ask(school.tokens.admin, {}, newId()), 404);
  });

  test.each([
    [{ From: '2031-05-02', To: '2031-05-02' }, { To: ['messages.toDateAfterFrom'] }],
    [{ From: 'soon' }, { From: ['messages.invalidDate'] }],
    [{ To: '' }, { To: ['messages.invalidDate'] }],
  ])('of %o is 400', async (query, errors) => {
    expect((await problemOf(ask(school.tokens.admin, query), 400)).errors).toEqual(errors);
  });
});
