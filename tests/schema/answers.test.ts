import type { GraphQLField, GraphQLOutputType } from 'graphql';
import { getNamedType, isEnumType, isListType, isNonNullType, isObjectType } from 'graphql';
import { semanticToStrict } from 'graphql-sock';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { connectionAnswer, isConnection } from '#gateway/graph/connections.ts';
import { lookUps } from '#gateway/graph/look-ups.ts';
import { subjects } from '#gateway/graph/subjects.ts';
import { rowShape } from '#gateway/graph/plan.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { unfit } from '#gateway/resolvers/contract-types.ts';
import { contract } from '#schema/rest/contract.ts';

const published = loadSchema('.');
/** What a client has that reads no answer with errors. */
const schema = semanticToStrict(published);
const answering = contract.filter(({ response }) => response !== undefined);
// Every page counts its rows, and only the largest lists give up before the end.
const onlySometimes = new Set(['totalIsExact']);

/** Where a field's type and the answer of /api that it is made of differ; `at` says where. */
function differences(at: string, type: GraphQLOutputType, answer: unknown): string[] {
  const { inner, nullable } = unwrapped(answer);
  if (isNonNullType(type)) return nullable ? [`${at} may be null`] : differencesOf(at, type.ofType, inner);
  // A value of any type may also be null.
  return nullable || inner instanceof z.ZodUnknown ? differencesOf(at, type, inner) : [`${at} is never null`];
}

const publishedFields = (type: string): Record<string, GraphQLField<unknown, unknown>> => {
  const found = published.getType(type);
  return isObjectType(found) ? found.getFields() : {};
};

function differencesOf(at: string, type: GraphQLOutputType, answer: unknown): string[] {
  if (isListType(type))
    return answer instanceof z.ZodArray ? differences(`${at}[]`, type.ofType, answer.element) : [`${at} is no list`];
  if (isObjectType(type)) {
    if (!(answer instanceof z.ZodObject)) return [`${at} is no object`];
    const shape: Readonly<Record<string, unknown>> = answer.shape;
    const fields = type.getFields();
    const look = lookUps[type.name];
    // A row that names an entity holds a part of it; the gateway reads the rest, and edges, by its id.
    const isElsewhere = ({ name, resolve }: GraphQLField<unknown, unknown>) =>
      resolve !== undefined || (look !== undefined && !(name in shape) && name in rowShape(look.response));
    const subject = fields[subjects[type.name] ?? ''];
    const about = subject && aboutOf(subject, answer);
    const isTold = (name: string) => name in fields || (about !== undefined && name in about.answer.shape);
    const untold = Object.keys(shape).filter((name) => !isTold(name) && !onlySometimes.has(name));
    // Where a row holds a part alone, the rest may fail, and costs the row nothing then.
    const strict = Object.values(publishedFields(type.name)).filter(
      (field) => look !== undefined && !(field.name in shape) && isNonNullType(field.type),
    );
    return [
      ...(about ? differencesOf(`${at}.${String(subject?.name)}`, about.type, about.answer) : []),
      ...strict.map(({ name }) => `${at}.${name} must be nullable, as this row lacks it`),
      ...untold.map((name) => `${at}.${name} is not told`),
      ...Object.values(fields)
        .filter((field) => !isElsewhere(field))
        .flatMap((field) => differences(`${at}.${field.name}`, field.type, shape[field.name])),
    ];
  }
  const named = answer instanceof z.ZodEnum || answer instanceof z.ZodLiteral;
  return named === isEnumType(type) ? [] : [`${at} is ${named ? 'an' : 'no'} enumeration`];
}

/** The entity that a row is about, and the part of the row that holds its facts. */
function aboutOf({ type }: GraphQLField<unknown, unknown>, answer: z.ZodObject) {
  const entity = getNamedType(type);
  if (!isObjectType(entity)) throw new Error('A row is about an entity.');
  const facts = Object.entries(answer.shape).filter(([name]) => name in entity.getFields());
  return { type: entity, answer: z.object(Object.fromEntries(facts)) };
}

function unwrapped(answer: unknown): { inner: unknown; nullable: boolean } {
  if (answer instanceof z.ZodNullable) return { ...unwrapped(answer.unwrap()), nullable: true };
  return { inner: answer instanceof z.ZodDefault ? answer.unwrap() : answer, nullable: false };
}

test('a root field that fails leaves the others their values', () => {
  const roots = [published.getQueryType(), published.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  expect(roots.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
});

test('a row that names an entity says which one it is', () => {
  expect(Object.values(lookUps).filter(({ response }) => !('id' in rowShape(response)))).toEqual([]);
  expect(
    Object.entries(lookUps).filter(
      ([type, { name }]) => String(published.getQueryType()?.getFields()[name]?.type) !== `[${type}!]`,
    ),
  ).toEqual([]);
});

test('the SDL fits the operations, of which the compiler has made sure', () => {
  expect(unfit).toEqual({});
});

test.each(answering.map((operation) => [operation.name, operation] as const))(
  '%s answers what /api does: what may be null, lists and enumerations alike',
  (name, operation) => {
    const { method } = operation;
    const response = isConnection(operation) ? connectionAnswer(operation) : operation.response;
    const root = method === 'GET' ? schema.getQueryType() : schema.getMutationType();
    const type = root?.getFields()[name]?.type;
    // The gateway calls it for itself.
    if (name === 'admission') return expect(type).toBeUndefined();
    if (type === undefined) throw new Error(`${name} is no field`);
    // What has one member in JSON may be that member in GraphQL.
    const members = response instanceof z.ZodObject ? Object.entries<unknown>(response.shape) : [];
    const [[member, answer] = ['', undefined], ...others] = members;
    const named = getNamedType(type);
    const alone = others.length === 0 && member !== '' && !(isObjectType(named) && member in named.getFields());
    expect(differences(name, type, alone ? answer : response)).toEqual([]);
  },
);
