import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import type { GraphQLField, GraphQLInputType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const schema = loadSchema('.');
const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() };
const fields = Object.entries(roots).flatMap(([kind, type]) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ kind, field })),
);

/** Some value of an input type, as GraphQL text. */
function sample(type: GraphQLInputType): string {
  if (isNonNullType(type)) return sample(type.ofType);
  if (isListType(type)) return `[${sample(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${required.map((field) => `${field.name}: ${sample(field.type)}`).join(' ')} }`;
  }
  if (type.name === 'Date') return '"2026-04-01"';
  if (type.name === 'ID') return '"01900000-0000-7000-8000-000000000001"';
  return type.name === 'Int' ? '1' : type.name === 'Boolean' ? 'true' : '"a"';
}

function call(kind: string, field: GraphQLField<unknown, unknown>): string {
  const given = field.args.filter(isRequiredArgument).map((argument) => `${argument.name}: ${sample(argument.type)}`);
  const selection = /\w+/.exec(String(field.type).replace(/[[\]!]/g, ''))?.[0] ?? '';
  const leaf = isScalarType(schema.getType(selection)) || isEnumType(schema.getType(selection));
  return `${kind} { ${field.name}${given.length ? `(${given.join(' ')})` : ''} ${leaf ? '' : '{ __typename }'} }`;
}

const template = ({ path }: Operation) => new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);

describe('every operation of the contract', () => {
  test('has a GraphQL field of the same name, a query for a GET and a mutation for the rest', () => {
    const missing = contract.filter(
      ({ name, method }) => !roots[method === 'GET' ? 'query' : 'mutation']?.getFields()[name],
    );
    expect(missing.map((operation) => operation.name)).toEqual([]);
  });

  test('has a name and a method with a path of its own', () => {
    expect(new Set(contract.map((operation) => operation.name)).size).toBe(contract.length);
    expect(new Set(contract.map(({ method, path }) => `${method} ${path}`)).size).toBe(contract.length);
  });
});

test('every root field calls the operation it is named after, once', async () => {
  const api = await startStandIn((_, response) => problem(response, 404));
  const gateway = await startGateway(api);
  for (const { kind, field } of fields) {
    const operation = contract.find(({ name }) => name === field.name);
    const before = api.calls.length;
    await gateway.graphql(call(kind, field)).expect(200);
    const made = api.calls.slice(before);
    expect(
      made.map((each) => each.method),
      field.name,
    ).toEqual([operation?.method]);
    expect(made[0]?.path, field.name).toMatch(operation ? template(operation) : 'an operation of this name');
  }
});
