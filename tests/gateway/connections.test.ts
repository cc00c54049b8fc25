import { beforeAll, describe, expect, test } from 'vitest';
import { isInterfaceType } from 'graphql';
import { z } from 'zod';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { makeBrokenLink } from '#tests/support/broken-links.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';
import { makeChild, makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff, tokenOf } from '../api/school.ts';

const world = keptWorld();
let token: string;
const ids = { classId: '', textBookId: '', lessonId: '' };

beforeAll(async () => {
  const { db } = world.services;
  token = await tokenOf(world, await addStaff(world, { role: 'SuperAdmin' }));
  const book = await makeTextBook(db, { name: 'Walked book', description: 'All of it' });
  const units = [0, 1, 2].map((position) => makeLesson(db, { textbookId: book.id, position }));
  const [unit, other] = await Promise.all(units);
  for (const position of [0, 1, 2]) await makeContent(db, { lessonId: unit?.id ?? '', position });
  const made = [0, 1, 2].map(() => makeClass(db, { textbookId: book.id, className: 'Walked' }));
  const [first] = await Promise.all(made);
  for (const position of [0, 1]) {
    const page = await makeContent(db, { lessonId: other?.id ?? '', position });
    await makeBrokenLink(db, { contentId: page.id });
  }
  for (const name of ['Hina', 'Sota']) await makeChild(db, { classId: first?.id ?? '', name });
  Object.assign(ids, { classId: first?.id, textBookId: book.id, lessonId: unit?.id });
});

const pageInfo = z.object({
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
});
const node = z.looseObject({ id: z.string() });
const connection = z.object({
  items: z.array(node),
  edges: z.array(z.object({ cursor: z.string(), node })),
  pageInfo,
  pageNumber: z.number(),
  pageSize: z.number(),
});

const send = (query: string, variables: object = {}) =>
  graphql<Record<string, unknown>>(world, query, { ...variables }, { authorization: `Bearer ${token}` });

async function ask(field: string, given: string, variables: object = {}, row = 'id') {
  const selection = `items { id } edges { cursor node { ${row} } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } pageNumber pageSize`;
  const declared = 'query ($first: Int, $after: String, $page: PageInput)';
  const text = `${declared} { ${field}(${given} first: $first, after: $after, page: $page) { ${selection} } }`;
  const { data, errors } = await send(text, variables);
  expect(errors).toBeUndefined();
  return connection.parse(data?.[field]);
}

const lists: Readonly<Record<string, () => string>> = {
  users: () => '',
  classes: () => `filter: { textBookId: "${ids.textBookId}" }`,
  textBooks: () => '',
  textBookUnits: () => `textBookId: "${ids.textBookId}"`,
  contents: () => `lessonId: "${ids.lessonId}"`,
  classProfiles: () => `classId: "${ids.classId}"`,
  communityQueue: () => '',
  auditEntries: () => '',
  brokenLinks: () => '',
  printedCodes: () => `textBookId: "${ids.textBookId}"`,
};

describe.each(Object.entries(lists))('%s', (field, given) => {
  test('is a connection: the edges are the rows, and the end of a page begins the next one', async () => {
    const first = await ask(field, given(), { first: 1 });
    expect(first.edges).toHaveLength(1);
    expect(first.edges.map((edge) => edge.node.id)).toEqual(first.items.map(({ id }) => id));
    expect(first.pageInfo).toMatchObject({
      hasPreviousPage: false,
      hasNextPage: true,
      startCursor: first.edges[0]?.cursor,
    });
    expect(first.pageSize).toBe(1);
    const next = await ask(field, given(), { first: 1, after: first.pageInfo.endCursor });
    expect(next.pageInfo.hasPreviousPage).toBe(true);
    expect(next.edges).toHaveLength(1);
    expect(next.edges[0]?.node.id).not.toBe(first.edges[0]?.node.id);
  });
});

describe('a list by cursor', () => {
  test('goes on from a page by number, and ends', async () => {
    const all = await ask('classes', lists['classes']?.() ?? '', { page: { number: 1, size: 100 } });
    expect(all.edges).toHaveLength(3);
    const second = await ask('classes', lists['classes']?.() ?? '', { page: { number: 2, size: 1 } });
    expect([second.pageNumber, second.pageInfo.hasPreviousPage]).toEqual([2, true]);
    const rest = await ask('classes', lists['classes']?.() ?? '', { after: second.pageInfo.endCursor });
    expect([second, rest].flatMap(({ items }) => items)).toEqual(all.items.slice(1));
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });

  test('has in its edges what a row alone does not hold', async () => {
    const { edges } = await ask('classes', lists['classes']?.() ?? '', {}, 'id textBook { description }');
    expect(edges.map((edge) => edge.node['textBook'])).toEqual(Array(3).fill({ description: 'All of it' }));
  });

  test('stands below a row as well, and behind a condition', async () => {
    const query = `query ($id: ID!, $no: Boolean!) { textBook(id: $id) { units(first: 2) {
      edges @skip(if: $no) { node { number } } pageInfo @skip(if: $no) { hasNextPage } items { number } } } }`;
    const items = [{ number: 1 }, { number: 2 }];
    const edges = items.map((each) => ({ node: each }));
    const { data } = await send(query, { id: ids.textBookId, no: false });
    expect(data).toEqual({ textBook: { units: { edges, pageInfo: { hasNextPage: true }, items } } });
    expect((await send(query, { id: ids.textBookId, no: true })).data).toEqual({ textBook: { units: { items } } });
  });

  test.each([
    ['what is no cursor', { after: '?' }, { after: ['messages.invalidValue'] }],
    ['a cursor that somebody has made up', { after: 'W10' }, { after: ['messages.invalidValue'] }],
    ['more than 100 rows', { first: 101 }, { first: ['messages.valueTooLong'] }],
    ['no rows', { first: 0 }, { first: ['messages.valueTooShort'] }],
    ['more than 100 rows of a numbered page', { page: { size: 101 } }, { 'page.size': ['messages.valueTooLong'] }],
  ])('refuses %s', async (_, variables, fields) => {
    const query =
      'query ($first: Int, $after: String, $page: PageInput) { users(first: $first, after: $after, page: $page) { items { id } } }';
    const { errors: [error] = [] } = await send(query, variables);
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });

  test('refuses the cursor of another filter', async () => {
    const {
      pageInfo: { endCursor },
    } = await ask('classes', '', { first: 1 });
    const query = 'query ($after: String) { classes(after: $after, filter: { search: "a" }) { items { id } } }';
    const { errors: [error] = [] } = await send(query, { after: endCursor });
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: ['messages.invalidValue'] } });
  });
});

test('every page of a list is a Page', () => {
  const schema = loadSchema('.');
  const page = schema.getType('Page');
  if (!isInterfaceType(page)) throw new Error('Page is an interface');
  const types = Object.values(schema.getTypeMap());
  const paged = types.filter((type) => 'getFields' in type && 'pageSize' in type.getFields() && type !== page);
  expect(paged.length).toBeGreaterThan(15);
  expect(paged.map(({ name }) => name).sort()).toEqual(
    schema
      .getPossibleTypes(page)
      .map(({ name }) => name)
      .sort(),
  );
});
