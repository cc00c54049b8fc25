import { parse } from 'csv-parse/sync';
import supertest from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();
let authorization: string;

beforeAll(async () => {
  authorization = `Bearer ${(await signIn(world, 'Administrator')).accessToken}`;
  const startedAt = new Date('2012-06-01T03:00:00Z');
  await keepViews(world.services, { startedAt, name: 'Unit', contentType: 1 }, { startedAt, name: 'Class' });
});

interface Export {
  readonly id: string;
  readonly report: string;
  readonly state: string;
  readonly rowsDone: number;
  readonly rowsTotal: number | null;
  readonly file: { readonly url: string; readonly fileName: string } | null;
}

const fields = 'id report state rowsDone rowsTotal file { url fileName } createdAt finishedAt';
const start = `mutation Start($input: StartReportExportInput!) { startReportExport(input: $input) { ${fields} } }`;
const follow = `query Follow($id: ID!) { reportExport(id: $id) { ${fields} } }`;
const input = { report: 'USAGE', period: { from: '2012-06-01', to: '2012-06-02' }, language: 'JP' };

test('a report is written into a file, followed and fetched through GraphQL', async () => {
  const request = { ...input, filter: { contentType: 'READ' }, usageSort: [{ field: 'VIEWS', direction: 'DESC' }] };
  const started = await graphql<{ startReportExport: Export }>(world, start, { input: request }, { authorization });
  expect(started.errors).toBeUndefined();
  const { id, report } = started.data?.startReportExport ?? {};
  expect(report).toBe('USAGE');
  const look = async () =>
    (await graphql<{ reportExport: Export }>(world, follow, { id }, { authorization })).data?.reportExport;
  await expect.poll(async () => (await look())?.state, { timeout: 60_000 }).toBe('DONE');
  const done = await look();
  expect(done).toMatchObject({ rowsDone: 1, rowsTotal: 1, file: { fileName: 'usage_2012-06-01_2012-06-01.csv' } });
  const { text } = await supertest(world.url)
    .get(done?.file?.url ?? '')
    .buffer(true)
    .expect(200);
  const [header, ...lines] = parse(text, { bom: true });
  expect(header?.[0]).toBe('ページイベント');
  expect(lines.map((line) => line[0])).toEqual(['Unit']);
});

test.each([
  ['nobody', undefined, 'UNAUTHENTICATED'],
  ['a teacher', 'Teacher', 'FORBIDDEN'],
] as const)('it is refused to %s', async (_, role, code) => {
  const headers: Record<string, string> = role
    ? { authorization: `Bearer ${(await signIn(world, role)).accessToken}` }
    : {};
  const { errors } = await graphql(world, start, { input }, headers);
  expect(errors?.[0]?.extensions).toMatchObject({ code });
});

test("the other report's order and an empty period are told by their fields, an unknown id is not found", async () => {
  const wrong = { ...input, visitorSort: [{ field: 'IP' }] };
  const sorted = await graphql(world, start, { input: wrong }, { authorization });
  expect(sorted.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  expect(Object.keys(sorted.errors?.[0]?.extensions?.['fields'] ?? {})).toEqual(['visitorSort.0.field']);
  const empty = { ...input, period: { from: '2012-06-01', to: '2012-06-01' } };
  const period = await graphql(world, start, { input: empty }, { authorization });
  expect(period.errors?.[0]?.extensions).toMatchObject({ fields: { 'period.to': ['messages.toDateAfterFrom'] } });
  const unknown = await graphql(world, follow, { id: newId() }, { authorization });
  expect(unknown.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
});
