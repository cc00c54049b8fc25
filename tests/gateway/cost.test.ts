import { getNamedType, isInputObjectType, Kind, parse, typeFromAST } from 'graphql';
import type { OperationDefinitionNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import request from 'supertest';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { compileCost } from '#gateway/limits/cost.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { readSettings } from '#gateway/settings.ts';
import { json, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const schema = loadSchema('.');
const { operationCostMaximum } = readSettings({});
const operationOf = (text: string): OperationDefinitionNode => {
  const found = parse(text).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!found) throw new Error(`no operation in ${text}`);
  return found;
};
const costOf = (text: string, variables: Record<string, unknown> = {}): number =>
  compileCost(schema, parse(text), operationOf(text))(variables);

const paged = 'query ($page: PageInput) { classes(page: $page) { items { id textBook { name } } } }';
const sized = 'query ($n: Int = 5) { classes(page: { number: 2, size: $n }) { totalCount items { id } } }';
const marked = 'mutation ($input: SetClassStatusesInput!) { setClassStatuses(input: $input) { id messageKey } }';
const upserted = 'mutation ($input: UpsertUsersInput!) { upsertUsers(input: $input) { results { outcome } } }';
const daily = 'query ($period: ReportPeriodInput!) { usageByDay(period: $period) { items { date views } } }';
const activity = `query ($period: ReportPeriodInput!) {
  classActivity(classId: "1", period: $period) { items { date } contents { content { id } } }
}`;
const year = { from: '2025-04-01', to: '2026-04-01' };
const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('the cost in points', () => {
  test.each<[string, number, string, Record<string, unknown>?]>([
    ['a call', 1, '{ visitorAddress }'],
    ['a mutation', 10, 'mutation { logout }'],
    ['nothing for what it was refused with', 10, 'mutation { logout userErrors { message } }'],
    ['each call of several', 3, '{ a: visitorAddress b: visitorAddress newClassCode }'],
    ['an object', 2, '{ class(id: "1") { id className } }'],
    ['20 rows of a page, unless it says more', 22, '{ classes { items { id } } }'],
    ['as many rows as the text says', 102, '{ classes(page: { size: 100 }) { items { id } } }'],
    ['what is in each row', 42, paged],
    ['as many rows as the variables say', 202, paged, { page: { size: 100 } }],
    ['20 rows of a page that is null', 42, paged, { page: null }],
    ['the default of a variable', 7, sized],
    ['a variable inside a page', 32, sized, { n: 30 }],
    [
      'edges and their rows',
      203,
      'query ($n: Int) { classes(first: $n) { edges { node { id } } pageInfo { endCursor } } }',
      { n: 100 },
    ],
    ['`first` before `page.size`', 12, '{ classes(first: 10, page: { size: 1 }) { items { id } } }'],
    [
      '`page.size` where `first` is null',
      32,
      'query ($n: Int) { classes(first: $n, page: { size: 30 }) { items { id } } }',
      { n: null },
    ],
    [
      '20 rows where both are null',
      22,
      'query ($n: Int, $page: PageInput) { classes(first: $n, page: $page) { items { id } } }',
      { n: null, page: null },
    ],
    ['50 rows of a list that has no pages', 51, '{ allTeachers { id } }'],
    ['50 rows where a list’s ids are not given', 51, 'query ($n: [ID!]) { allTeachers(ids: $n) { id } }'],
    ['3 of a list in a row', 82, '{ classes { items { secondaryTeachers { id } } } }'],
    ['each id of a list', 510, marked, { input: { ids: ids(500), status: 'ACTIVE' } }],
    ['each row of a roster', 16, upserted, { input: { rows: [{}, {}] } }],
    ['nothing for no ids', 10, marked, { input: { ids: [], status: 'ACTIVE' } }],
    ['a single id for a list of one', 11, 'mutation { approveCommunityPosts(ids: "1") { id } }'],
    ['each day of a period', 367, daily, { period: year }],
    ['each day of a period in the text', 32, daily.replace('$period)', '{ from: "2026-04-01", to: "2026-05-01" })')],
    ['no day of a period that is none', 2, daily, { period: { from: 'x', to: '2026-05-01' } }],
    ['lists beside the days like others', 376, activity, { period: year }],
    [
      'a fragment wherever it is used',
      62,
      '{ classes { items { ...A ...A } } } fragment A on Class { textBook { id } }',
    ],
    ['the schema about itself', 50, '{ __schema { types { name fields { name } } } }'],
    ['nothing for a type’s name', 0, '{ __typename }'],
    ['what the schema does not have as objects', 3, '{ nothing { items { id } } }'],
  ])('counts %s', (_what, points, text, variables) => {
    expect(costOf(text, variables)).toBe(points);
  });

  test('has no bounds that a number could slip through', () => {
    for (const size of [1e308, Number.POSITIVE_INFINITY])
      expect(costOf(paged, { page: { size } })).toBeGreaterThan(operationCostMaximum);
    expect(costOf(paged, { page: { size: -5 } })).toBe(2);
    expect(costOf(paged, { page: { size: 'many' } })).toBe(42);
  });

  test('of a fragment bomb with a variable in it is worked out at once', () => {
    const row = (index: number) =>
      `fragment F${index} on ClassPage { ...F${index + 1} ...F${index + 1} ...F${index + 1} }`;
    const bomb = `query ($n: Int) { classes(page: { size: $n }) { ...F0 } } ${ids(25)
      .map((_, index) => row(index))
      .join(' ')}
      fragment F25 on ClassPage { items { id } }`;
    const start = performance.now();
    expect(costOf(bomb, { n: 2 })).toBe(2 + 2 * 3 ** 25);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

const longestPeriod = { from: '2025-04-01', to: '2026-04-02' };
const memberOf = (values: Readonly<Record<string, unknown>>, name: string): unknown => values[name] ?? null;

/** As many ids as /api takes in an argument or field of this name; undefined when it holds none. */
function listed(name: string): string[] | undefined {
  if (['externalIds', 'shortCodes'].includes(name)) return ids(100);
  return /ids$/i.test(name) ? ids(500) : undefined;
}

/** Values that make an operation as dear as /api allows it to be. */
function dearest({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  const values = variableDefinitions.map(({ variable, type }) => {
    const named = getNamedType(typeFromAST(schema, type));
    const fields = isInputObjectType(named) ? Object.keys(named.getFields()) : [];
    const most = { size: 100, ...longestPeriod };
    const given = fields.map((name) => [name, listed(name) ?? memberOf(most, name)] as const);
    return [variable.name.value, listed(variable.name.value) ?? Object.fromEntries(given)] as const;
  });
  return Object.fromEntries(values);
}

// The web app sends its operations by hash, uncharged; who writes one of these as a text asks for fewer rows or days at once.
const dear: Readonly<Record<string, number>> = { ClassActivity: 1_478, CommunityQueue: 1_802, CopyClasses: 10_510 };

test.each(persistedOperations)('$name costs no more than is known, whatever its variables', ({ name, text }) => {
  expect(costOf(text, dearest(operationOf(text)))).toBeLessThanOrEqual(dear[name] ?? operationCostMaximum);
});

async function standing(changes = {}) {
  const api = await startStandIn((_, response) =>
    json(response, { items: [], pageNumber: 1, pageSize: 20, totalCount: 0 }),
  );
  return { api, gateway: await startGateway(api, changes) };
}

test('every answer to a text says what it cost and might have cost, in tests as in production', async () => {
  const { gateway } = await standing();
  const answered = await gateway.graphql(paged, { page: { size: 30 } }).expect(200);
  expect(answered.body).toMatchObject({ data: {}, extensions: { cost: { requested: 62, maximum: 1_000 } } });
});

test('what costs more than the maximum is refused before any call, and says so', async () => {
  const { api, gateway } = await standing();
  const answered = await gateway.graphql(paged, { page: { size: 500 } }).expect(400);
  expect(firstError(answered.body)).toMatchObject({
    message: expect.stringContaining('1002') as unknown,
    extensions: {
      code: 'BAD_USER_INPUT',
      status: 400,
      messageKey: 'messages.badRequest',
      requestId: expect.any(String) as unknown,
    },
  });
  expect(answered.body).toMatchObject({ extensions: { cost: { requested: 1_002, maximum: 1_000 } } });
  expect(answered.body).not.toHaveProperty('data');
  expect(api.calls).toEqual([]);
});

test('the maximum is a setting', async () => {
  const { gateway } = await standing({ operationCostMaximum: 40 });
  await gateway.graphql('{ classes { items { id } } }').expect(200);
  await gateway.graphql(paged).expect(400);
  expect(() => readSettings({ OPERATION_COST_MAXIMUM: '0' })).toThrow('OPERATION_COST_MAXIMUM');
});

test('of several operations the one that is named counts', async () => {
  const { gateway } = await standing();
  const query = `query Small { visitorAddress } query Large { classes(page: { size: 2000 }) { items { id } } }`;
  const send = (operationName?: string) => request(gateway.url).post('/graphql').send({ query, operationName });
  expect((await send('Small')).body).toMatchObject({ extensions: { cost: { requested: 1 } } });
  await send('Large').expect(400);
  const unnamed = await send().expect(400);
  expect(unnamed.body).toMatchObject({ extensions: { cost: { requested: 0 } } });
});

test('a name that no operation has costs nothing, and carries nothing out', async () => {
  const { api, gateway } = await standing();
  const query = 'query A { visitorAddress } query B { newClassCode }';
  for (const operationName of ['C', '', undefined, 'constructor'])
    await request(gateway.url).post('/graphql').send({ query, operationName }).expect(400);
  expect(api.calls).toEqual([]);
});
