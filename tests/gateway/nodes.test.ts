import { isAbstractType } from 'graphql';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '#api/ground/db/ids.ts';
import { entityTypes, lookUps } from '#gateway/graph/look-ups.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { makeKey } from '#tests/api/key-ring.ts';
import { aClass, aProfile, makePlace, type Place } from '#tests/api/samples/place.ts';
import { tokenOf } from '#tests/api/school.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const world = keptApi();
let place: Place;
let admin: string;
let teacher: string;
let classId: string;

beforeAll(async () => {
  place = await makePlace(world);
  classId = (await aClass(place, { className: 'Foxes' })).id;
  admin = await tokenOf(world, place.own.Administrator);
  teacher = await tokenOf(world, place.own.Teacher);
});

/** The answer to a text, and the calls of /api behind it beside admission. */
async function ask(token: string, query: string, variables: object = {}) {
  const gateway = await startGateway({ url: world.apiUrl }, { freeOperations: 'staff' });
  const sent = request(gateway.url).post('/graphql').set('authorization', `Bearer ${token}`);
  const answered = await sent.send({ query, variables }).expect(200);
  const logged = z.looseObject({ msg: z.string(), operation: z.string().optional() });
  const calls = gateway.lines
    .map((line) => logged.parse(JSON.parse(line)))
    .filter(({ msg, operation }) => msg === 'call' && operation !== 'admission');
  const data = z.object({ data: z.record(z.string(), z.unknown()) }).parse(answered.body);
  return { ...data, body: answered.body as object, calls: calls.map(({ operation }) => operation).toSorted() };
}

const each = entityTypes.map((type) => lookUps[type]?.name).toSorted();
const facts = `query ($book: ID!, $unit: ID!, $content: ID!, $class: ID!, $user: ID!) {
  book: node(id: $book) { __typename id ... on TextBook { name } }
  unit: node(id: $unit) { __typename id ... on Unit { title } }
  content: node(id: $content) { __typename id ... on Content { name } }
  class: node(id: $class) { __typename id ... on Class { className } }
  user: node(id: $user) { __typename id ... on User { email classes { items { className } } } }
}`;
const ids = () => ({
  book: place.book.id,
  unit: place.lesson.id,
  content: place.content.id,
  class: classId,
  user: place.own.Teacher.id,
});

describe('a row by its id alone', () => {
  test('is found whatever its type, all of an operation by one call to each look-up', async () => {
    const { data, calls } = await ask(admin, facts, ids());
    const { id, email } = place.own.Teacher;
    expect(data).toEqual({
      book: { __typename: 'TextBook', id: place.book.id, name: place.book.name },
      unit: { __typename: 'Unit', id: place.lesson.id, title: place.lesson.title },
      content: { __typename: 'Content', id: place.content.id, name: place.content.name },
      class: { __typename: 'Class', id: classId, className: 'Foxes' },
      user: { __typename: 'User', id, email, classes: { items: [{ className: 'Foxes' }] } },
    });
    expect(calls).toEqual([...each, 'classes'].toSorted());
  });

  test('has its edges, and the rest of the rows that it names', async () => {
    const query = `query ($id: ID!) { node(id: $id) { ...Facts ... on Node { id } } }
      fragment Facts on Class { textBook { description units { totalCount } } students { totalCount } }`;
    const { data, body } = await ask(admin, query, { id: classId.toUpperCase() });
    expect(body).not.toHaveProperty('errors');
    const textBook = { description: '', units: { totalCount: 1 } };
    expect(data).toEqual({ node: { id: classId, textBook, students: { totalCount: 0 } } });
  });

  test('is null where the caller may not see it, that is deleted or never was, without an error', async () => {
    const { data, body } = await ask(teacher, facts, ids());
    expect(body).not.toHaveProperty('errors');
    const found = { __typename: 'Class', id: classId, className: 'Foxes' };
    expect(data).toEqual({ book: null, unit: null, content: null, class: found, user: null });
    const stranger = await tokenOf(world, place.other.Teacher);
    for (const id of [classId, newId()])
      expect((await ask(stranger, `{ node(id: "${id}") { id } }`)).body).toMatchObject({ data: { node: null } });
  });

  test('is found for an API key within its scopes', async () => {
    const { key } = await makeKey(world, { owner: place.own.Administrator, scopes: ['TextBook:read'] });
    const { data, body } = await ask(key, facts, ids());
    expect(body).not.toHaveProperty('errors');
    expect(data).toMatchObject({ book: { __typename: 'TextBook' }, unit: null, content: null, class: null });
  });

  test('is null beside the reason where the id is none, and the others are found', async () => {
    const query = `query ($id: ID!) { bad: node(id: "class") { id } good: node(id: $id) { id } }`;
    const { data, body } = await ask(admin, query, { id: classId });
    expect(data).toEqual({ bad: null, good: { id: classId } });
    expect(firstError(body)).toMatchObject({
      path: ['bad'],
      extensions: { code: 'BAD_USER_INPUT', status: 400, fields: { id: ['messages.invalidValue'] } },
    });
  });

  test('costs a point for each look-up', async () => {
    const { body } = await ask(admin, `{ node(id: "${newId()}") { id } }`);
    expect(body).toMatchObject({ extensions: { cost: { requested: entityTypes.length + 1 } } });
  });
});

test('strangers are refused, and children find nothing', async () => {
  const gateway = await startGateway({ url: world.apiUrl }, { freeOperations: 'everyone' });
  const asked = () => gateway.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: classId });
  expect(firstError((await asked()).body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
  const { token } = await aProfile(place, classId);
  const answered = await asked().set('authorization', `Bearer ${token}`);
  expect(answered.body).toMatchObject({ data: { node: null } });
  expect(answered.body).not.toHaveProperty('errors');
});

test('a look-up that fails is an error, not a row that is missing', async () => {
  const api = await startStandIn((_, response) => problem(response, 503));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql('{ node(id: "01900000-0000-7000-8000-000000000001") { id } }');
  expect(firstError(answered.body)).toMatchObject({ path: ['node'], extensions: { code: 'SERVICE_UNAVAILABLE' } });
});

test('every entity is a Node, and the manual of `node` names every look-up', () => {
  const schema = loadSchema('.');
  const node = schema.getType('Node');
  const types = isAbstractType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];
  expect(types.toSorted()).toEqual(entityTypes.toSorted());
  const { description } = schema.getQueryType()?.getFields()['node'] ?? {};
  expect([...(description ?? '').matchAll(/`(\w+ById)`/g)].map(([, name]) => name).toSorted()).toEqual(each);
});
