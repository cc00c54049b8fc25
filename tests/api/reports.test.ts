import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StoredView } from '#api/domains/usage/page-view.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import type { usageReport, visitorReport } from '#schema/rest/reports.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, tokenOf } from './school.ts';

type VisitorReport = ResponseOf<typeof visitorReport>;
type UsageReport = ResponseOf<typeof usageReport>;
type View = StoredView;

const world = keptApi();
let administrator: string;

beforeAll(async () => {
  administrator = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

const tablet = { ipAddress: '203.0.113.0', os: 'iPadOS 18', browser: 'Safari', browserVersion: '18.1' };
const chromebook = { ipAddress: '198.51.100.0', os: 'ChromeOS', browser: 'Chrome', browserVersion: '141' };

/** Page views of years that the demo school has nothing in. */
async function record(...views: (Partial<View> & { readonly at: string; readonly ms: number })[]): Promise<void> {
  await keepViews(
    world.services,
    ...views.map(({ at, ms, ...view }) => ({
      eventId: randomUUID(),
      name: 'content',
      pageUrl: '/student/content/abc',
      startedAt: new Date(at),
      durationMs: ms,
      ...tablet,
      ...view,
    })),
  );
}

const request = (path: 'visitors' | 'usage', query: string, token = administrator) =>
  supertest(world.apiUrl).get(`/api/Report/${path}?${query}`).set('authorization', `Bearer ${token}`);

async function visitors(query: string): Promise<VisitorReport> {
  const response = await request('visitors', query);
  expect(response.status).toBe(200);
  return response.body as VisitorReport;
}

async function usage(query: string): Promise<UsageReport> {
  const response = await request('usage', query);
  expect(response.status).toBe(200);
  return response.body as UsageReport;
}

describe("a report's period", () => {
  test("holds 00:00 and 23:59 of each day in the school's zone, and neither the minute before nor the one after", async () => {
    await record(
      { at: '2011-04-30T14:59:59.999Z', ms: 1 },
      { at: '2011-04-30T15:00:00.000Z', ms: 10 },
      { at: '2011-05-01T14:59:59.999Z', ms: 100 },
      { at: '2011-05-01T15:00:00.000Z', ms: 1000 },
    );
    const oneDay = await visitors('From=2011-05-01&To=2011-05-02');
    expect(oneDay.totals.totalTimeSpent).toBe(110);
    expect(oneDay.items.map((row) => row.date)).toEqual(['2011-05-01']);
    expect(oneDay.timeZone).toBe('Asia/Tokyo');
    const threeDays = await visitors('From=2011-04-30&To=2011-05-03');
    expect(threeDays.items.map((row) => row.date)).toEqual(['2011-05-02', '2011-05-01', '2011-04-30']);
  });

  test.each([
    ['', { From: ['messages.fromDateRequire'], To: ['messages.toDateRequire'] }],
    ['From=2012-01-01', { To: ['messages.toDateRequire'] }],
    ['From=&To=2012-01-01', { From: ['messages.fromDateRequire'] }],
    ['From=2012-01-01&To=2012-01-01', { To: ['messages.toDateAfterFrom'] }],
    ['From=2012-01-02&To=2012-01-01', { To: ['messages.toDateAfterFrom'] }],
    ['From=2011-02-29&To=2012-01-01', { From: ['messages.invalidDate'] }],
    ['From=0000-01-01&To=2012-01-01', { From: ['messages.invalidDate'] }],
    ["From=2012-01-01'&To=2012-01-02", { From: ['messages.invalidDate'] }],
  ])('refuses "%s" with 400 and says which date is wrong', async (query, errors) => {
    for (const path of ['visitors', 'usage'] as const) {
      const response = await request(path, query);
      expect([response.status, (response.body as { errors: unknown }).errors]).toEqual([400, errors]);
    }
  });

  test('may be as long as the calendar', async () => {
    expect((await visitors('From=0001-01-01&To=9999-12-31')).totals.numberOfVisitors).toBeGreaterThan(0);
  });
});

describe('GET Report/visitors', () => {
  test('has a row for each session and day, as its first page view knew it', async () => {
    const [session, other] = [randomUUID(), randomUUID()];
    await record(
      { at: '2013-06-01T01:00:00Z', ms: 500, sessionKey: session },
      { at: '2013-06-01T02:00:00Z', ms: 700, sessionKey: session, ...chromebook },
      { at: '2013-06-01T15:30:00Z', ms: 40, sessionKey: session },
      { at: '2013-06-01T03:00:00Z', ms: 60, sessionKey: other, ...chromebook },
      { at: '2013-06-01T03:00:00Z', ms: 6, profileId: randomUUID(), ipAddress: null, os: null },
    );
    const report = await visitors('From=2013-06-01&To=2013-06-03&SortCriteria[0].field=timeSpent');
    const first = { ip: '203.0.113.0', os: 'iPadOS 18', browser: 'Safari', browserVersion: '18.1' };
    const second = { ip: '198.51.100.0', os: 'ChromeOS', browser: 'Chrome', browserVersion: '141' };
    expect(report.items).toEqual([
      { ...first, ip: null, os: null, date: '2013-06-01', timeSpent: 6 },
      { ...first, date: '2013-06-02', timeSpent: 40 },
      { ...second, date: '2013-06-01', timeSpent: 60 },
      { ...first, date: '2013-06-01', timeSpent: 1200 },
    ]);
    expect(report.totals).toEqual({ numberOfVisitors: 4, totalTimeSpent: 1306, averageTimeSpent: 327 });
  });

  test('is empty, with an average of 0, where nobody came', async () => {
    const report = await visitors('From=1999-01-01&To=1999-12-31');
    expect(report).toEqual({
      items: [],
      pageNumber: 1,
      pageSize: 20,
      totalCount: 0,
      totalIsExact: true,
      totals: { numberOfVisitors: 0, totalTimeSpent: 0, averageTimeSpent: 0 },
      timeZone: 'Asia/Tokyo',
    });
  });
});

describe('totals', () => {
  test('equal the sums of the rows of all pages and of the raw page views, for visitors and usage alike', async () => {
    const kinds = [ContentType.READ, ContentType.RECORD, null];
    const sessions = Array.from({ length: 7 }, () => randomUUID());
    const views = Array.from({ length: 200 }, (_, index) => ({
      // Every 37 minutes from a Tokyo evening on, so that sessions cross midnights and a month's end.
      at: new Date(Date.parse('2014-10-31T10:00:00Z') + index * 37 * 60_000).toISOString(),
      ms: index * index,
      sessionKey: sessions[index % sessions.length],
      contentType: kinds[index % kinds.length],
      pageUrl: `/student/content/${index % 5}`,
    }));
    await record(...views);
    const raw = views.reduce((sum, view) => sum + view.ms, 0);
    const days = new Set(
      views.map((v) => v.sessionKey + new Date(Date.parse(v.at) + 9 * 3_600_000).toISOString().slice(0, 10)),
    );

    const period = 'From=2014-10-31&To=2014-11-08&PageSize=10';
    const numbers = (rows: number) => Array.from({ length: Math.ceil(rows / 10) }, (_, index) => index + 1);
    const visitorPages = await Promise.all(numbers(days.size).map((n) => visitors(`${period}&PageNumber=${n}`)));
    const usagePages = await Promise.all(numbers(15).map((n) => usage(`${period}&PageNumber=${n}`)));

    const totals = { numberOfVisitors: days.size, totalTimeSpent: raw, averageTimeSpent: Math.round(raw / days.size) };
    for (const page of [...visitorPages, ...usagePages]) expect(page.totals).toEqual(totals);
    const visitorRows = visitorPages.flatMap((page) => page.items);
    expect(visitorRows).toHaveLength(days.size);
    expect(visitorPages[0]?.totalCount).toBe(days.size);
    expect(visitorRows.reduce((sum, row) => sum + row.timeSpent, 0)).toBe(raw);
    const usageRows = usagePages.flatMap((page) => page.items);
    expect(usageRows).toHaveLength(15);
    expect(usagePages[0]?.totalCount).toBe(15);
    expect(usageRows.reduce((sum, row) => sum + row.duration, 0)).toBe(raw);
    expect(usageRows.reduce((sum, row) => sum + row.views, 0)).toBe(200);
  });

  test('go beyond 32 bits', async () => {
    const day = 86_400_000;
    await record(...Array.from({ length: 30 }, () => ({ at: '2015-01-15T00:00:00Z', ms: day, pageUrl: '/long' })));
    expect((await usage('From=2015-01-15&To=2015-01-16')).items[0]?.duration).toBe(30 * day);
  });
});

describe('GET Report/usage', () => {
  test('has a row for each page, the longest used first, and sorts as asked', async () => {
    await record(
      { at: '2016-02-01T00:00:00Z', ms: 5, name: 'unit-list', pageUrl: '/b', contentType: null },
      { at: '2016-02-01T00:00:00Z', ms: 6, name: 'unit-list', pageUrl: '/b', contentType: null },
      { at: '2016-02-01T00:00:00Z', ms: 90, pageUrl: '/a', contentType: ContentType.GAME },
    );
    const noContent = { contentId: null, content: null };
    const rows = [
      { pageEventName: 'content', pageUrl: '/a', contentType: ContentType.GAME, ...noContent, views: 1, duration: 90 },
      { pageEventName: 'unit-list', pageUrl: '/b', contentType: null, ...noContent, views: 2, duration: 11 },
    ];
    const period = 'From=2016-02-01&To=2016-02-02';
    expect((await usage(period)).items).toEqual(rows);
    for (const [field, direction] of [
      ['pageUrl', 'desc'],
      ['pageEventName', 'desc'],
      ['views', 'desc'],
      ['duration', 'asc'],
    ])
      expect(
        (await usage(`${period}&SortCriteria[0].field=${field}&SortCriteria[0].direction=${direction}`)).items,
      ).toEqual([...rows].reverse());
    for (const direction of ['asc', 'desc'])
      expect(
        (await usage(`${period}&SortCriteria[0].field=contentType&SortCriteria[0].direction=${direction}`)).items,
      ).toEqual(rows);
  });
});

describe('reports', () => {
  test('are for administrators: 403 for a teacher and a school owner, 401 for nobody', async () => {
    const superAdmin = await tokenOf(world, await addStaff(world, { role: 'SuperAdmin' }));
    for (const path of ['visitors', 'usage'] as const) {
      const period = 'From=2012-01-01&To=2012-01-02';
      for (const role of ['Teacher', 'SchoolOwner'] as const)
        expect((await request(path, period, await tokenOf(world, await addStaff(world, { role })))).status).toBe(403);
      expect((await request(path, period, '')).status).toBe(401);
      expect((await request(path, period, superAdmin)).status).toBe(200);
    }
  });
});
