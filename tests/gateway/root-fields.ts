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
import request from 'supertest';
import type { Test } from 'supertest';
import { nodeField } from '#gateway/graph/nodes.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { userErrorsField } from '#gateway/resolvers/user-errors.ts';

const schema = loadSchema('.');

/** The query and mutation types, by the keyword that a request to them begins with. */
export const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() };

// The gateway answers them itself: tests/gateway/nodes.test.ts, tests/gateway/user-errors.test.ts.
const withoutOperation: readonly string[] = [nodeField, userErrorsField];

interface RootField {
  readonly kind: string;
  readonly field: GraphQLField<unknown, unknown>;
}

/** Every field that a request can begin with. */
export const rootFields: readonly RootField[] = Object.entries(roots).flatMap(([kind, type]) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ kind, field })),
);

/** Those that are an operation of the contract, by its name. */
export const operationFields: readonly RootField[] = rootFields.filter(
  ({ field: { name } }) => !withoutOperation.includes(name),
);

/** Asks for a field with whatever it must be given: well-formed values that are nobody's. `beside` is asked after it. */
export function sendRootField(url: string, { kind, field }: RootField, beside = ''): Test {
  const files: string[] = [];
  const required = field.args.filter(isRequiredArgument);
  const given = required.map((argument) => `${argument.name}: ${sample(argument.type, files)}`);
  const selection = /\w+/.exec(String(field.type).replace(/[[\]!]/g, ''))?.[0] ?? '';
  const leaf = isScalarType(schema.getType(selection)) || isEnumType(schema.getType(selection));
  const variables = files.length ? `(${files.map((name) => `$${name}: Upload!`).join(' ')})` : '';
  const body = `{ ${field.name}${given.length ? `(${given.join(' ')})` : ''} ${leaf ? '' : '{ __typename }'} ${beside} }`;
  const query = `${kind} ${variables} ${body}`;
  return files.length === 0 ? request(url).post('/graphql').send({ query }) : sendFiles(url, query, files);
}

/** Some value of an input type, as GraphQL text; a file is a variable whose name goes to `files`. */
export function sample(type: GraphQLInputType, files: string[]): string {
  if (isNonNullType(type)) return sample(type.ofType, files);
  if (isListType(type)) return `[${sample(type.ofType, files)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${required.map((field) => `${field.name}: ${sample(field.type, files)}`).join(' ')} }`;
  }
  if (type.name === 'Upload') return `$f${files.push(`f${files.length}`) - 1}`;
  if (type.name === 'Date') return '"2026-04-01"';
  if (type.name === 'DateTime') return '"2026-04-01T08:30:00.000Z"';
  if (type.name === 'ID') return '"01900000-0000-7000-8000-000000000001"';
  return type.name === 'Int' ? '1' : type.name === 'Boolean' ? 'true' : '"a"';
}

function sendFiles(url: string, query: string, files: readonly string[]): Test {
  const variables = Object.fromEntries(files.map((name) => [name, null]));
  const map = Object.fromEntries(files.map((name) => [name, [`variables.${name}`]]));
  const form = request(url)
    .post('/graphql')
    .set('apollo-require-preflight', 'true')
    .field('operations', JSON.stringify({ query, variables }))
    .field('map', JSON.stringify(map));
  return files.reduce((sent, name) => sent.attach(name, Buffer.from('a'), 'a.bin'), form);
}
