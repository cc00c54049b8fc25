import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StoredView } from '#api/domains/usage/page-view.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { exportUsageReport, exportVisitorReport, usageReport, visitorReport } from '#schema/rest/reports.ts';
import type { FileLink } from '#schema/rest/values.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let token: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

type View = Partial<StoredView>;

async function record(at: string, views: readonly View[]): Promise<void> {
  const row = { name: 'Content', pageUrl: '/p', startedAt: new Date(at), durationMs: 1500 };
  const rows = views.map((view) => ({ eventId: randomUUID(), sessionKey: randomUUID(), ...row, ...view }));
  await keepViews(world.services, ...rows);
}

type Export = typeof exportVisitorReport | typeof exportUsageReport;

async function fileOf(operation: Export, query: Readonly<Record<string, string>>) {
  const { url, fileName } = await answerOf(
    operation,
    send(world, operation, { token, query }).set('accept', 'application/json'),
  );
  const response = await supertest(world.apiUrl).get(`/api${url}`).buffer(true).expect(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.text.startsWith('\uFEFF')).toBe(true);
  return { fileName, text: response.text, rows: parse(response.text, { bom: true }) };
}

describe('the raw data of a report', () => {
  test('are the rows, the order and the sums that the screen shows, in many batches', async () => {
    await record(
      '2017-05-01T03:00:00Z',
      Array.from({ length: 2500 }, (_, n) => ({ durationMs: n, pageUrl: `/page-${n % 1300}`, os: `OS ${n % 3}` })),
    );
    const query = { From: '2017-05-01', To: '2017-05-02', 'SortCriteria[0].field': 'timeSpent' };
    const shown = await answerOf(visitorReport, send(world, visitorReport, { token, query }));
    const { rows, fileName } = await fileOf(exportVisitorReport, query);
    const [header, ...lines] = rows;
    expect(header).toEqual(['Date', 'IP', 'OS', 'Browser', 'Browser version', 'Time spent (s)']);
    expect(lines).toHaveLength(shown.totalCount);
    expect(lines).toHaveLength(2500);
    const spent = lines.map((line) => Math.round(Number(line[5]) * 1000));
    expect(spent).toEqual([...spent].sort((a, b) => a - b));
    expect(spent.reduce((sum, ms) => sum + ms, 0)).toBe(shown.totals.totalTimeSpent);
    expect(fileName).toBe('visitors_2017-05-01_2017-05-01.csv');

    const period = { From: '2017-05-01', To: '2017-05-02' };
    const pages = await answerOf(usageReport, send(world, usageReport, { token, query: period }));
    const usage = await fileOf(exportUsageReport, period);
    expect(usage.rows).toHaveLength(pages.totalCount + 1);
    expect(usage.rows[1]?.[1]).toBe(pages.items[0]?.pageUrl);
    expect(usage.rows.slice(1).reduce((sum, row) => sum + Number(row[3]), 0)).toBe(2500);
  });

  test('speak the language asked for', async () => {
    await record('2018-05-01T03:00:00Z', [{ contentType: ContentType.PUSH_AND_LISTEN }]);
    const period = { From: '2018-05-01', To: '2018-05-02' };
    const english = await fileOf(exportUsageReport, period);
    const contentHeadings = ['Content', 'Page number', 'Unit', 'Textbook'];
    expect(english.rows).toEqual([
      [...['Page event', 'Page URL', 'Content type', 'Views', 'Duration (s)'], ...contentHeadings],
      ['Content', '/p', 'Push and Listen', '1', '1.5', '', '', '', ''],
    ]);
    const japanese = await fileOf(exportUsageReport, { ...period, Language: 'jp' });
    expect(japanese.rows[0]).not.toEqual(english.rows[0]);
    for (const title of japanese.rows[0] ?? []) expect(title).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]|URL/);
  });

  test('hold nothing that a spreadsheet would compute', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'];
    await record('2019-05-01T03:00:00Z', [
      ...formulas.map((name) => ({ name })),
      { name: 'a "quoted", one\r\nin two lines' },
    ]);
    const { rows, text } = await fileOf(exportUsageReport, { From: '2019-05-01', To: '2019-05-02' });
    const names = rows.slice(1).map((row) => row[0] ?? '');
    expect(names.sort()).toEqual([...formulas.map((name) => `'${name}`), 'a "quoted", one\r\nin two lines'].sort());
    expect(text).toContain('"a ""quoted"", one\r\nin two lines"');
  });

  test('of days on which nobody came are the headings alone', async () => {
    const { rows } = await fileOf(exportVisitorReport, { From: '1999-01-01', To: '1999-01-02' });
    expect(rows).toHaveLength(1);
  });

  test('come at once to whoever asks for a file', async () => {
    const query = { From: '1999-01-01', To: '1999-02-01' };
    const response = await send(world, exportVisitorReport, { token, query }).set('accept', 'text/csv').expect(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename=visitors_1999-01-01_1999-01-31.csv');
  });
});

describe('exports', () => {
  test.each([exportVisitorReport, exportUsageReport])('$name is for administrators', async (operation) => {
    const query = { From: '2012-01-01', To: '2012-01-02' };
    for (const role of ['Teacher', 'SchoolOwner'] as const) {
      const other = await tokenOf(world, await addStaff(world, { role }));
      await problemOf(send(world, operation, { token: other, query }), 403);
    }
    await problemOf(send(world, operation, { query }), 401);
    for (const bad of [
      { ...query, To: query.From },
      { ...query, Language: 'de' },
      { ...query, 'SortCriteria[0].field': 'id' },
    ])
      await problemOf(send(world, operation, { token, query: bad }), 400);
  });

  test('a link opens these days and no others', async () => {
    const query = { From: '2012-01-01', To: '2012-01-02' };
    const sent = send(world, exportVisitorReport, { token, query }).set('accept', 'application/json');
    const { url } = (await sent.expect(200)).body as FileLink;
    await supertest(world.apiUrl).get(`/api${url}`).expect(200);
    await supertest(world.apiUrl)
      .get(`/api${url.replace('2012-01-02', '2022-01-02')}`)
      .expect(403);
  });
});
