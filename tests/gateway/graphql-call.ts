import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  isScalarType,
  parseValue,
  valueFromASTUntyped,
} from 'graphql';
import request, { type Test } from 'supertest';
import type { Context } from '#gateway/context.ts';
import { Places } from '#gateway/resolvers/places.ts';
import { callersName } from '#schema/rest/callers-names.ts';
import type { Operation } from '#schema/rest/operation.ts';
import type { Sample } from '#tests/api/samples/sample.ts';
import type { SentFile } from '#tests/api/school.ts';
import { operationFields, sample } from './root-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether callers of GraphQL have this operation. */
export const isInGraph = ({ name }: Operation): boolean => operationFields.some(({ field }) => field.name === name);

/**
 * Sends a call of /api as its GraphQL field: the way of `from-contract.ts` backwards. Asks for ids and for what is wrong
 * with each row.
 */
export function sendAsGraphql(url: string, operation: Operation, call: Sample): Test {
  const rootField = operationFields.find(({ field }) => field.name === operation.name);
  if (!rootField) throw new Error(`GraphQL has no ${operation.name}`);
  const { kind } = rootField;
  const field = rootField.field as GraphQLField<unknown, Context>;
  const places = new Places(field);
  const given = { ...call.params, ...call.query, ...call.body, ...call.fields };
  let variables: Values = {};
  for (const [name, value] of Object.entries(given)) {
    const path = operation.names?.[name] === null ? undefined : places.find(callersName(name, operation));
    if (path) variables = at(variables, path, value);
  }
  const files: [path: readonly string[], file: SentFile][] = [];
  for (const [name, file] of Object.entries(call.files ?? {})) {
    const path = places.find(callersName(name, operation));
    if (!path) throw new Error(`${operation.name} takes no ${name}`);
    files.push([path, file]);
  }
  const sent = field.args.filter(({ name }) => name in variables || files.some(([[first]]) => first === name));
  for (const { name, type } of sent)
    if (name in variables) variables = { ...variables, [name]: asSent(variables[name], type) };
  for (const [path] of files) variables = at(variables, path, null);
  const declared = sent.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = sent.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = idsOf(field.type);
  const query = `${kind}${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`}${selection} }`;
  const post = request(url).post('/graphql');
  const test = files.length === 0 ? post.send({ query, variables }) : asForm(post, { query, variables }, files);
  return call.token === undefined ? test : test.set('authorization', `Bearer ${call.token}`);
}

function at(values: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  return { ...values, [name]: rest.length === 0 ? value : at((values[name] ?? {}) as Values, rest, value) };
}

function asForm(post: Test, body: Values, files: readonly (readonly [readonly string[], SentFile])[]): Test {
  const map = Object.fromEntries(files.map(([path], index) => [String(index), [`variables.${path.join('.')}`]]));
  const form = post
    .set('apollo-require-preflight', 'true')
    .field('operations', JSON.stringify(body))
    .field('map', JSON.stringify(map));
  return files.reduce((sent, [, { content, fileName }], index) => sent.attach(String(index), content, fileName), form);
}

/** A value of /api as JSON of GraphQL: its numbers become the names of an enumeration, and the texts of a form what they say. */
function asSent(value: unknown, type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  if (value === null) return value;
  // What /api gives a value, and GraphQL wants to be said.
  if (value === undefined) return valueFromASTUntyped(parseValue(sample(type, [])));
  if (isListType(inner)) return Array.isArray(value) ? value.map((each) => asSent(each, inner.ofType)) : value;
  if (isInputObjectType(inner)) {
    const values = value as Values;
    const fields = Object.values(inner.getFields()).filter(
      (field) => field.name in values || isRequiredInputField(field),
    );
    return Object.fromEntries(fields.map(({ name, type: its }) => [name, asSent(values[name], its)]));
  }
  if (isEnumType(inner)) {
    const its = inner
      .getValues()
      .find((each) => each.value === value || (typeof value === 'string' && String(each.value) === value));
    return its?.name ?? value;
  }
  if (typeof value !== 'string' || !isScalarType(inner)) return value;
  if (inner.name === 'Boolean') return value === 'true';
  return inner.name === 'Int' ? Number(value) : value;
}

/** The ids of the outermost rows, and what is wrong with each. An edge or a cursor would make the call another one. */
function idsOf(type: GraphQLOutputType, depth = 0): string {
  if (isNonNullType(type) || isListType(type)) return idsOf(type.ofType, depth);
  if (isInterfaceType(type)) return ' { __typename id }';
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  const told = fields.filter(({ name }) => name === 'id' || name === 'messageKey').map(({ name }) => name);
  const within = fields.filter(
    ({ name, resolve, args }) => !resolve && args.length === 0 && !/^edges$|^pageInfo$/.test(name),
  );
  const inner = told.length > 0 || depth === 3 ? [] : within.map((field) => [field.name, idsOf(field.type, depth + 1)]);
  return ` { __typename ${[...told, ...inner.filter(([, selected]) => selected).map((parts) => parts.join(''))].join(' ')} }`;
}
