import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import type { StoredView } from '#api/domains/usage/page-view.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { type ReportExport, reportExport, startReportExport } from '#schema/rest/report-exports.ts';
import { usageReport, visitorReport } from '#schema/rest/reports.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let token: string;

const classId = newId();
const textbookId = newId();

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  await keepViews(world.services, ...views);
});

const sessions = Array.from({ length: 6 }, () => randomUUID());
// Every 61 minutes, in and out of the class, the book and the type; six visitors a day.
const views = Array.from({ length: 120 }, (_, n): Partial<StoredView> => ({
  startedAt: new Date(Date.parse('2011-05-09T15:00:00Z') + n * 61 * 60_000),
  durationMs: n,
  sessionKey: sessions[n % 6] ?? null,
  classId: n % 2 === 0 ? classId : null,
  textbookId: n % 3 === 0 ? textbookId : null,
  contentType: n % 4 === 0 ? ContentType.NONE : null,
  pageUrl: `/student/${n % 5}`,
}));

type Body = Readonly<Record<string, unknown>>;

async function finished(body: Body): Promise<ReportExport> {
  const { id } = startReportExport.response.parse(
    (await send(world, startReportExport, { token, body }).expect(202)).body,
  );
  const progress = () => answerOf(reportExport, send(world, reportExport, { token, params: { id } }));
  await expect.poll(async () => (await progress()).state, { timeout: 60_000 }).toBe('done');
  return progress();
}

async function linesOf(body: Body): Promise<string[][]> {
  const { file, rowsDone, rowsTotal } = await finished(body);
  const response = await supertest(world.apiUrl).get(`/api${file?.url}`).buffer(true).expect(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.text.startsWith('\uFEFF')).toBe(true);
  expect(response.text.endsWith('\r\n')).toBe(true);
  const lines = parse(response.text, { bom: true });
  expect([rowsDone, rowsTotal]).toEqual([lines.length - 1, lines.length - 1]);
  return lines;
}

const day = (view: Partial<StoredView>) => new Date(Number(view.startedAt) + 9 * 3_600_000).toISOString().slice(0, 10);
const period = { From: '2011-05-10', To: '2011-05-14' };
const milliseconds = (lines: readonly string[][], column: number) =>
  lines.reduce((all, line) => all + Math.round(Number(line[column]) * 1000), 0);

test.each<[string, Body, (view: Partial<StoredView>) => boolean]>([
  ['the whole school', {}, () => true],
  ['a class', { ClassId: classId }, (view) => view.classId === classId],
  ['a book', { TextBookId: textbookId }, (view) => view.textbookId === textbookId],
  ['a type', { ContentType: ContentType.NONE }, (view) => view.contentType === ContentType.NONE],
  [
    'a class and a book',
    { ClassId: classId, TextBookId: textbookId },
    (view) => view.classId === classId && view.textbookId === textbookId,
  ],
  ['a unit that is none of ours', { LessonId: newId() }, () => false],
])('the files of %s have the rows of the screen, which are the page views', async (_, part, belongs) => {
  const wanted = views.filter((view) => belongs(view) && day(view) >= period.From && day(view) < period.To);
  const spent = wanted.reduce((all, { durationMs = 0 }) => all + durationMs, 0);
  const query = { ...period, ...part, PageSize: 100 };

  const visitors = await answerOf(visitorReport, send(world, visitorReport, { token, query }));
  const [, ...people] = await linesOf({ Report: 'visitors', ...period, ...part });
  expect(people.map((line) => line[0])).toEqual(visitors.items.map(({ date }) => date));
  expect(people).toHaveLength(new Set(wanted.map((view) => `${day(view)} ${view.sessionKey}`)).size);
  expect(people).toHaveLength(visitors.totals.numberOfVisitors);
  expect([milliseconds(people, 5), visitors.totals.totalTimeSpent]).toEqual([spent, spent]);

  const usage = await answerOf(usageReport, send(world, usageReport, { token, query }));
  const [, ...pages] = await linesOf({ Report: 'usage', ...period, ...part });
  expect(pages.map((line) => line[1])).toEqual(usage.items.map(({ pageUrl }) => pageUrl));
  expect(pages.reduce((all, line) => all + Number(line[3]), 0)).toBe(wanted.length);
  expect(milliseconds(pages, 4)).toBe(spent);
});

test('the file of one day holds its first and its last minute in the zone of the school, and no other', async () => {
  const at = ['2012-03-31T14:59:59.999Z', '2012-03-31T15:00:00Z', '2012-04-01T14:59:59.999Z', '2012-04-01T15:00:00Z'];
  await keepViews(
    world.services,
    ...at.map((instant, n) => ({ startedAt: new Date(instant), sessionKey: randomUUID(), os: `OS ${n}` })),
  );
  const [, ...lines] = await linesOf({ Report: 'visitors', From: '2012-04-01', To: '2012-04-02' });
  expect(lines.map((line) => line[2]).sort()).toEqual(['OS 1', 'OS 2']);
});

test('many batches come in the order and language asked for', async () => {
  const startedAt = new Date('2013-05-01T03:00:00Z');
  await keepViews(
    world.services,
    ...Array.from({ length: 2500 }, (_, n) => ({ startedAt, sessionKey: randomUUID(), durationMs: (n * 7) % 2500 })),
  );
  const [header, ...lines] = await linesOf({
    ...{ Report: 'visitors', From: '2013-05-01', To: '2013-05-02', Language: 'jp' },
    SortCriteria: [{ field: 'timeSpent' }],
  });
  expect(header?.[0]).toBe('日付');
  const spent = lines.map((line) => Math.round(Number(line[5]) * 1000));
  expect(spent).toEqual(Array.from({ length: 2500 }, (_, n) => n));
});

test('the raw data of usage are the page views, one to a row, at the time of the school', async () => {
  const { db } = world.services;
  const book = await makeTextBook(db, { name: 'Red book' });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const content = await makeContent(db, { lessonId: unit.id, position: 2, name: 'The song' });
  const seen = {
    ...{ name: 'Content', pageUrl: '/student/content/:contentHashCode', contentType: ContentType.MUSIC },
    ...{ textbookId: book.id, lessonId: unit.id, contentId: content.id, os: 'iPadOS 18', browser: 'Safari' },
    ...{ profileId: newId(), sessionKey: randomUUID(), ipAddress: '203.0.113.0', className: '3年1組' },
  };
  const at = ['2015-05-02T00:30:05Z', '2015-05-01T15:00:00Z', '2015-05-02T15:00:00Z'];
  await keepViews(
    world.services,
    ...at.map((instant, n) => ({ ...seen, startedAt: new Date(instant), durationMs: 1000 + n })),
    { name: 'Unit list', lessonId: unit.id, startedAt: new Date('2015-05-02T01:00:00Z'), durationMs: 7 },
  );
  const days = { From: '2015-05-02', To: '2015-05-03' };
  const [header, ...rows] = await linesOf({ Report: 'views', ...days });
  expect(header).toEqual([
    ...['Opened at', 'Page event', 'Content', 'Page number', 'Unit', 'Textbook', 'Content type'],
    ...['Class', 'OS', 'Browser', 'Duration (s)'],
  ]);
  const song = ['The song', '3', 'Unit 1 Hello', 'Red book', 'Music', '3年1組', 'iPadOS 18', 'Safari'];
  expect(rows).toEqual([
    ['2015-05-02 00:00:00', 'Content', ...song, '1.001'],
    ['2015-05-02 09:30:05', 'Content', ...song, '1'],
    ['2015-05-02 10:00:00', 'Unit list', '', '', 'Unit 1 Hello', 'Red book', '', '', '', '', '0.007'],
  ]);
  const [, ...ofType] = await linesOf({ Report: 'views', ...days, ContentType: ContentType.MUSIC });
  expect(ofType).toEqual(rows.slice(0, 2));
  const [, ...ofUnit] = await linesOf({ Report: 'views', ...days, LessonId: unit.id, Language: 'jp' });
  expect(ofUnit.map((row) => row[1])).toEqual(['コンテンツ', 'コンテンツ', 'ユニット一覧']);
});

test('a file holds nothing that a spreadsheet would compute', async () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'];
  const quoted = 'a "quoted", one\r\nin two lines';
  const startedAt = new Date('2014-05-01T03:00:00Z');
  await keepViews(world.services, ...[...formulas, quoted].map((name) => ({ startedAt, name })));
  const [, ...lines] = await linesOf({ Report: 'usage', From: '2014-05-01', To: '2014-05-02' });
  expect(lines.map((line) => line[0]).sort()).toEqual([...formulas.map((name) => `'${name}`), quoted].sort());
});

describe('a file', () => {
  const body = { Report: 'usage', From: '2000-01-01', To: '2000-01-02' };

  test.each([
    ['Report', { Report: 'everything' }],
    ['From', { From: '' }],
    ['To', { To: body.From }],
    ['ClassId', { ClassId: 'one' }],
    ['ContentType', { ContentType: '1' }],
    ['ContentType', { ContentType: null }],
    ['Language', { Language: 'de' }],
    ['SortCriteria.0.field', { SortCriteria: [{ field: 'ip' }] }],
    ['SortCriteria.0.field', { Report: 'views', SortCriteria: [{ field: 'views' }] }],
    ['SortCriteria.0.field', { Report: 'visitors', SortCriteria: [{ field: 'views' }] }],
  ])('with a wrong %s is not made', async (field, wrong) => {
    const { errors } = await problemOf(send(world, startReportExport, { token, body: { ...body, ...wrong } }), 400);
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });

  test('is for administrators, of whom each sees those of the others', async () => {
    const { id } = await finished(body);
    for (const role of ['Teacher', 'SchoolOwner'] as const) {
      const other = await tokenOf(world, await addStaff(world, { role }));
      await problemOf(send(world, startReportExport, { token: other, body }), 403);
      await problemOf(send(world, reportExport, { token: other, params: { id } }), 403);
    }
    await problemOf(send(world, startReportExport, { body }), 401);
    await problemOf(send(world, reportExport, { params: { id } }), 401);
    await problemOf(send(world, reportExport, { token, params: { id: newId() } }), 404);
    const colleague = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    await send(world, reportExport, { token: colleague, params: { id } }).expect(200);
  });
});
