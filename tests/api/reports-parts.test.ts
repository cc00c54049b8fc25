import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import type { StoredView } from '#api/domains/usage/page-view.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import {
  exportUsageReport,
  exportVisitorReport,
  usageByDay,
  usageReport,
  visitorReport,
} from '#schema/rest/reports.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let token: string;

const ids = Array.from({ length: 3 }, () => ({ classId: newId(), textbookId: newId(), lessonId: newId() }));
const sessions = Array.from({ length: 5 }, () => randomUUID());
const kinds = [ContentType.NONE, ContentType.READ, null];
// Every 47 minutes, through every pair of class, book, unit, type and session.
const views = Array.from({ length: 180 }, (_, n): Partial<StoredView> => {
  const of = (which: number) => (which % 4 === 3 ? undefined : ids[which % 4]);
  return {
    startedAt: new Date(Date.parse('2010-03-28T10:00:00Z') + n * 47 * 60_000),
    durationMs: n,
    sessionKey: sessions[n % 5] ?? null,
    classId: of(n)?.classId ?? null,
    textbookId: of(Math.floor(n / 2))?.textbookId ?? null,
    lessonId: of(Math.floor(n / 3))?.lessonId ?? null,
    contentType: kinds[Math.floor(n / 4) % 3] ?? null,
    pageUrl: `/student/${n % 7}`,
    os: `OS ${n}`,
  };
});

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  await keepViews(world.services, ...views);
});

const day = (view: Partial<StoredView>) => new Date(Number(view.startedAt) + 9 * 3_600_000).toISOString().slice(0, 10);
const sum = (some: readonly Partial<StoredView>[]) => some.reduce((ms, { durationMs = 0 }) => ms + durationMs, 0);
const visitorsOf = (some: readonly Partial<StoredView>[]) =>
  new Map(some.toReversed().map((view) => [`${day(view)} ${view.sessionKey}`, view]));

const period = { From: '2010-03-29', To: '2010-04-02', PageSize: 100 };
const inPeriod = views.filter((view) => day(view) >= period.From && day(view) < period.To);
const [one, two] = ids;

const parts: readonly [string, Readonly<Record<string, unknown>>, (view: Partial<StoredView>) => boolean][] = [
  ['the whole school', {}, () => true],
  ['a class', { ClassId: one?.classId }, (view) => view.classId === one?.classId],
  ['a book', { TextBookId: two?.textbookId }, (view) => view.textbookId === two?.textbookId],
  ['a unit', { LessonId: one?.lessonId }, (view) => view.lessonId === one?.lessonId],
  ['a type', { ContentType: ContentType.READ }, (view) => view.contentType === ContentType.READ],
  ['the type that is 0', { ContentType: ContentType.NONE }, (view) => view.contentType === ContentType.NONE],
  [
    'a book and a type',
    { TextBookId: one?.textbookId, ContentType: ContentType.READ },
    (view) => view.textbookId === one?.textbookId && view.contentType === ContentType.READ,
  ],
  [
    'a class and its unit',
    { ClassId: one?.classId, LessonId: two?.lessonId },
    (view) => view.classId === one?.classId && view.lessonId === two?.lessonId,
  ],
  ['a class that is none of ours', { ClassId: newId() }, () => false],
];

async function linesOf(operation: typeof exportVisitorReport | typeof exportUsageReport, query: object) {
  const sent = send(world, operation, { token, query: { ...query } }).set('accept', 'application/json');
  const { url } = await answerOf(operation, sent);
  const { text } = await supertest(world.apiUrl).get(`/api${url}`).buffer(true).expect(200);
  return parse(text, { bom: true }).slice(1);
}

describe.each(parts)('the report of %s', (_, part, belongs) => {
  const wanted = inPeriod.filter(belongs);
  const query = { ...period, ...part };
  const milliseconds = (lines: string[][], column: number) =>
    lines.reduce((all, line) => all + Math.round(Number(line[column]) * 1000), 0);

  test('has its visitors, as they were first seen there, and a file of the same', async () => {
    const report = await answerOf(visitorReport, send(world, visitorReport, { token, query }));
    const first = [...visitorsOf(wanted)];
    expect(report.items.map((row) => `${row.date} ${row.os}`).sort()).toEqual(
      first.map(([, view]) => `${day(view)} ${view.os}`).sort(),
    );
    expect(report.totalCount).toBe(first.length);
    expect(report.totals).toMatchObject({ numberOfVisitors: first.length, totalTimeSpent: sum(wanted) });
    const lines = await linesOf(exportVisitorReport, query);
    expect(lines.map((line) => `${line[0]} ${line[2]}`)).toEqual(report.items.map((row) => `${row.date} ${row.os}`));
    expect(milliseconds(lines, 5)).toBe(report.totals.totalTimeSpent);
  });

  test('has its pages, the same totals, and a file of the same', async () => {
    const report = await answerOf(usageReport, send(world, usageReport, { token, query }));
    expect(report.items.reduce((all, { views: opened }) => all + opened, 0)).toBe(wanted.length);
    expect(report.items.reduce((all, { duration }) => all + duration, 0)).toBe(sum(wanted));
    expect(report.totalCount).toBe(new Set(wanted.map((view) => `${view.pageUrl} ${view.contentType}`)).size);
    expect(report.totals.totalTimeSpent).toBe(sum(wanted));
    expect(report.totals.numberOfVisitors).toBe(visitorsOf(wanted).size);
    const lines = await linesOf(exportUsageReport, query);
    expect(lines.map((line) => line[1])).toEqual(report.items.map((row) => row.pageUrl));
    expect(milliseconds(lines, 4)).toBe(report.totals.totalTimeSpent);
  });

  test('has each of its days', async () => {
    const { items, timeZone } = await answerOf(usageByDay, send(world, usageByDay, { token, query }));
    expect(timeZone).toBe('Asia/Tokyo');
    const days = ['2010-03-29', '2010-03-30', '2010-03-31', '2010-04-01'];
    expect(items).toEqual(
      days.map((date) => {
        const then = wanted.filter((view) => day(view) === date);
        return { date, visitors: visitorsOf(then).size, views: then.length, duration: sum(then) };
      }),
    );
  });
});

test('a year has a row for each day, and two are too many', async () => {
  const ask = (To: string) => send(world, usageByDay, { token, query: { From: '2011-04-01', To } });
  const { items } = await answerOf(usageByDay, ask('2012-04-01'));
  expect(items).toHaveLength(366);
  expect(items).toContainEqual({ date: '2012-02-29', visitors: 0, views: 0, duration: 0 });
  expect((await problemOf(ask('2012-04-02'), 400)).errors).toEqual({ To: ['messages.periodTooLong'] });
  expect((await problemOf(ask('2011-04-01'), 400)).errors).toEqual({ To: ['messages.toDateAfterFrom'] });
});

test.each([
  ['ClassId', 'one'],
  ['TextBookId', ''],
  ['LessonId', "' or 1=1"],
  ['ContentType', '7'],
  ['ContentType', ''],
  ['ContentType', 'READ'],
])('%s=%s is 400 in every report', async (field, value) => {
  for (const operation of [visitorReport, usageReport, usageByDay, exportVisitorReport, exportUsageReport]) {
    const query = { From: period.From, To: period.To, [field]: value };
    expect(Object.keys((await problemOf(send(world, operation, { token, query }), 400)).errors ?? {})).toEqual([field]);
  }
});
