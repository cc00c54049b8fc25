import { getOperationAST, isInputType, parse, parseValue, typeFromAST, valueFromASTUntyped } from 'graphql';
import { expect, test } from 'vitest';
import request from 'supertest';
import { exampleOf } from '#api/app/docs/examples.ts';
import { jsonSchema } from '#api/app/docs/json-schema.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { contract } from '#schema/rest/contract.ts';
import type { StandInCall } from './stand-in.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { sample } from './root-fields.ts';
import { startGateway } from './start-gateway.ts';

const schema = loadSchema('.');

/** An /api that finds everything that is requested. */
const startPlenty = () =>
  startStandIn((call, response) => {
    const alike = contract.filter(({ method }) => method === call.method);
    const operation = alike.find(isFor(call, '[0-9a-f-]{36}')) ?? alike.find(isFor(call, '[\\w-]+'));
    if (!operation) return problem(response, 404);
    if (!operation.response) return response.writeHead(204).end();
    return json(response, exampleOf(jsonSchema(operation.response, 'output'), { name: '', owner: operation.name }));
  });

const isFor =
  ({ path }: StandInCall, parameter: string) =>
  (operation: { readonly path: string }): boolean =>
    new RegExp(`^/api${operation.path.replace(/\{\w+\}/g, parameter)}(\\?|$)`).test(path);

/** Sends an operation as the web app does, with some value for each of its variables. */
function send(url: string, { text, hash }: (typeof persistedOperations)[number]) {
  const files: string[] = [];
  const variables: Record<string, unknown> = {};
  for (const { variable, type } of getOperationAST(parse(text))?.variableDefinitions ?? []) {
    const input = typeFromAST(schema, type);
    const name = variable.name.value;
    if (/^Upload!?$/.test(String(input))) files.push(name);
    else if (isInputType(input)) variables[name] = valueFromASTUntyped(parseValue(sample(input, [])));
  }
  const body = { variables, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } };
  if (files.length === 0) return request(url).post('/graphql').send(body);
  const nulls = Object.fromEntries(files.map((name) => [name, null]));
  const form = request(url)
    .post('/graphql')
    .set('apollo-require-preflight', 'true')
    .field('operations', JSON.stringify({ ...body, variables: { ...variables, ...nulls } }))
    .field('map', JSON.stringify(Object.fromEntries(files.map((name) => [name, [`variables.${name}`]]))));
  return files.reduce((sent, name) => sent.attach(name, Buffer.from('a'), 'a.png'), form);
}

/** What an operation may cost the service behind: one call to /api for each thing it asks for, none for a row of a list. */
const callsOf = ({ text }: (typeof persistedOperations)[number]): number =>
  getOperationAST(parse(text))?.selectionSet.selections.length ?? NaN;

test.each(persistedOperations)('$name causes as many calls as it may', async (operation) => {
  const api = await startPlenty();
  const gateway = await startGateway(api, { freeOperations: 'staff' });
  const answered = await send(gateway.url, operation).expect(200);
  expect(answered.body).not.toHaveProperty('errors');
  expect(api.calls.map(({ method, path }) => `${method} ${path}`)).toHaveLength(callsOf(operation));
});
