import {
  execute,
  getOperationAST,
  GraphQLObjectType,
  GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
} from 'graphql';
import type { GraphQLInputType, GraphQLResolveInfo } from 'graphql';
import { expect, test } from 'vitest';
import type { Context } from '#gateway/context.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { createExecutor } from '#gateway/pipeline/execute.ts';
import { replaced } from './execution-samples.ts';

const full = loadSchema('.');
let received: Record<string, unknown> = {};
const note = (_: unknown, given: object, __: unknown, { path }: GraphQLResolveInfo) => {
  received[path.key] = JSON.parse(JSON.stringify(given)) as unknown;
  return Promise.reject(new Error('Only the arguments matter here.'));
};

/** Our schema, whose root fields note the arguments that they are given. */
const schema = new GraphQLSchema({
  ...full.toConfig(),
  query: noting(full.getQueryType()),
  mutation: noting(full.getMutationType()),
  types: full.toConfig().types.filter(({ name }) => name !== 'Query' && name !== 'Mutation'),
});

function noting(type: GraphQLObjectType | null | undefined): GraphQLObjectType {
  const { fields, ...config } = (type ?? new GraphQLObjectType({ name: '', fields: {} })).toConfig();
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...field, resolve: note }] as const);
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(entries) });
}

/** Every place in a value, as the keys that lead to the place, the value itself among them. */
function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [[], ...entries.flatMap(([key, inner]) => placesIn(inner).map((place) => [key, ...place]))];
}

function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [sampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, sampleOf(field.type)]));
  return leaves[type.name] ?? 'text';
}

const leaves: Readonly<Record<string, unknown>> = {
  Int: 7,
  Float: 2.5,
  Boolean: true,
  Date: '2026-04-01',
  DateTime: '2026-04-01T08:30:00.000Z',
  Upload: null,
};

const oddities: readonly unknown[] = [
  null,
  7,
  7.5,
  9_007_199_254_740_991,
  Infinity,
  true,
  '',
  'text',
  ['text'],
  [],
  {},
  { unknown: 1 },
];

const executor = createExecutor(schema);

test.each(persistedOperations)(
  '$name gives its resolvers the arguments that graphql-js would give them',
  async (its) => {
    const document = parse(its.text);
    const compiled = async (variables: Record<string, unknown>) => {
      received = {};
      expect(
        await executor.run({ operation: its, variables }, { resolved: new Map() } as Partial<Context> as Context),
      ).toBeUndefined();
      return received;
    };
    const interpreted = async (variableValues: Record<string, unknown>) => {
      received = {};
      await execute({ schema, document, variableValues });
      return received;
    };
    const definitions = getOperationAST(document)?.variableDefinitions ?? [];
    const sample = Object.fromEntries(
      definitions.map(({ variable, type }) => {
        const inputType = typeFromAST(schema, type);
        return [variable.name.value, isInputType(inputType) ? sampleOf(inputType) : undefined];
      }),
    );
    expect(await compiled(sample)).toStrictEqual(await interpreted(sample));
    for (const place of placesIn(sample))
      for (const oddity of oddities) {
        const variables = Object(replaced(sample, place, oddity)) as Record<string, unknown>;
        const theirs = await interpreted(variables);
        const ours = await compiled(variables);
        // graphql-js executes again what compiled code refuses before any call.
        if (Object.keys(ours).length > 0)
          expect(ours, `${JSON.stringify(oddity)} at ${place.join('.')}`).toStrictEqual(theirs);
      }
  },
);
