import { eq } from 'drizzle-orm';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { contents } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { exportUsageReport, usageReport } from '#schema/rest/reports.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff, send, tokenOf } from './school.ts';

const world = keptApi();
const classId = newId();
let token: string;
let pages: Record<'first' | 'second' | 'trashed', { readonly id: string }>;
const purged = newId();

const contentPage = { name: 'Content', pageUrl: '/student/content/:contentHashCode', contentType: ContentType.READ };

beforeAll(async () => {
  const { db } = world.services;
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const book = await makeTextBook(db, { name: 'Blue book' });
  const unit = { textbookId: book.id, lessonId: (await makeLesson(db, { textbookId: book.id, position: 0 })).id };
  pages = {
    first: await makeContent(db, { lessonId: unit.lessonId, position: 0, name: 'Zebras' }),
    second: await makeContent(db, { lessonId: unit.lessonId, position: 1, name: 'Apples' }),
    trashed: await makeContent(db, { lessonId: unit.lessonId, position: 2, name: 'Old song' }),
  };
  await db.update(contents).set({ deletedAt: new Date() }).where(eq(contents.id, pages.trashed.id));
  const startedAt = new Date('2011-11-11T03:00:00Z');
  const view = (contentId: string, durationMs: number) => ({
    ...{ ...contentPage, ...unit, contentId, durationMs, startedAt, classId },
  });
  await keepViews(
    world.services,
    view(pages.first.id, 10),
    view(pages.first.id, 20),
    view(pages.second.id, 40),
    view(pages.trashed.id, 80),
    view(purged, 160),
    { name: 'Unit list', pageUrl: '/student/unit-list', durationMs: 5, startedAt, ...unit, contentId: null, classId },
  );
});

const days = { From: '2011-11-11', To: '2011-11-12' };
const place = { unitTitle: 'Unit 1', unitName: 'Hello', textBookName: 'Blue book' };

test.each([
  ['the whole school', () => ({})],
  ['a class', () => ({ ClassId: classId })],
])('the usage of %s names each content with its page, unit and textbook', async (_, part) => {
  const query = { ...days, ...part(), SortCriteria: [{ field: 'duration', direction: 'asc' }] };
  const { items, totalCount } = await answerOf(usageReport, send(world, usageReport, { token, query }));
  expect(totalCount).toBe(5);
  expect(items.map(({ contentId, content, views, duration }) => ({ contentId, content, views, duration }))).toEqual([
    { contentId: null, content: null, views: 1, duration: 5 },
    {
      contentId: pages.first.id,
      content: { name: 'Zebras', pageNumber: 1, ...place, isDeleted: false },
      views: 2,
      duration: 30,
    },
    {
      contentId: pages.second.id,
      content: { name: 'Apples', pageNumber: 2, ...place, isDeleted: false },
      views: 1,
      duration: 40,
    },
    {
      contentId: pages.trashed.id,
      content: { name: 'Old song', pageNumber: 3, ...place, isDeleted: true },
      views: 1,
      duration: 80,
    },
    { contentId: purged, content: null, views: 1, duration: 160 },
  ]);
});

test('contents sorted by their page come in the order of the book', async () => {
  const query = { ...days, SortCriteria: [{ field: 'pageEventName' }] };
  const { items } = await answerOf(usageReport, send(world, usageReport, { token, query }));
  expect(items.map(({ content, pageEventName }) => content?.name ?? pageEventName)).toEqual([
    ...['Zebras', 'Apples', 'Old song', 'Content', 'Unit list'],
  ]);
});

test.each([
  ['en', 'Content', ['Deleted content', '', '', ''], 'Unit list'],
  ['jp', 'コンテンツ', ['削除されたコンテンツ', '', '', ''], 'ユニット一覧'],
])('the file in %s names pages and contents in that language', async (Language, event, gone, list) => {
  const query = { ...days, Language, SortCriteria: [{ field: 'pageEventName' }] };
  const { text } = await send(world, exportUsageReport, { token, query }).set('accept', 'text/csv').expect(200);
  const [, ...rows] = parse(text, { bom: true });
  expect(rows.map(([name]) => name)).toEqual([event, event, event, event, list]);
  expect(rows.map((row) => row.slice(5))).toEqual([
    ['Zebras', '1', 'Unit 1 Hello', 'Blue book'],
    ['Apples', '2', 'Unit 1 Hello', 'Blue book'],
    ['Old song', '3', 'Unit 1 Hello', 'Blue book'],
    gone,
    ['', '', '', ''],
  ]);
});
