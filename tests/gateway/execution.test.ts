import { execute, getOperationAST, GraphQLError, OperationTypeNode, parse } from 'graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { describe, expect, test } from 'vitest';
import type { Context } from '#gateway/context.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { createExecutor } from '#gateway/pipeline/execute.ts';
import type { Executor } from '#gateway/pipeline/execute.ts';
import { oddities, placesIn, replaced, sampleAround, sampleOf, selectionOf } from './execution-samples.ts';
import { schemaThatGives } from './given-fields.ts';
import { rootFields } from './root-fields.ts';

// A context: no resolver uses it, but the executor identifies a request by it.
const newContext = () => ({ resolved: new Map() }) as Partial<Context> as Context;
const full = loadSchema('.');
let give = (): unknown => undefined;

const schema = schemaThatGives(() => give());

interface Asked {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

const executors = new Map<GraphQLSchema, Executor>();

function executorOf(its: GraphQLSchema): Executor {
  const executor = executors.get(its) ?? createExecutor(its);
  executors.set(its, executor);
  return executor;
}

const documents = new Map<string, DocumentNode>();

/** One executor per text, as in the gateway: its compiled code runs with every value. */
function documentOf(query: string): DocumentNode {
  const document = documents.get(query) ?? parse(query);
  documents.set(query, document);
  return document;
}

const read = (result: object): unknown => JSON.parse(JSON.stringify(result));

/** What graphql-js makes of it, and what the gateway does with the same text as an operation of the web app, as a client would read it. */
async function both(its: GraphQLSchema, asked: Asked) {
  // Thousands of errors are made on both sides, whose stacks nobody reads; mapping them to the sources takes a while.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await answersOf(its, asked);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function answersOf(its: GraphQLSchema, { query, variables = {} }: Asked) {
  const theirs = await execute({ schema: its, document: documentOf(query), variableValues: variables });
  const executor = executorOf(its);
  const context = newContext();
  const operation = { hash: query, name: '', text: query };
  const json = await executor.run({ operation, variables }, context);
  const answer = json ?? JSON.stringify(await executor.fallback({ document: documentOf(query), variables, context }));
  return { theirs: read(theirs), ours: JSON.parse(answer.toString()) as unknown, compiled: json !== undefined };
}

const tried = new Map<string, number>();
const odd = Object.entries(oddities);

/** A field of the same type within the same nulls is compiled alike wherever it stands: the first few try all oddities. */
function oddOnesAt(place: string) {
  const times = tried.get(place) ?? 0;
  tried.set(place, times + 1);
  return odd.filter((_, number) => times < 5 && number % 5 === times);
}

describe.each(rootFields)('$kind $field.name', ({ kind, field }) => {
  const query = `${kind} { ${field.name}${selectionOf(field.type)} }`;
  const sample = sampleOf(field.type);

  test('a whole answer is as graphql-js makes it, by compiled code', async () => {
    give = () => sample;
    const { theirs, ours, compiled } = await both(schema, { query });
    expect(ours).toEqual(theirs);
    expect(ours).not.toHaveProperty('errors');
    expect(compiled).toBe(true);
  });

  test('whatever else stands anywhere in it is answered in the words of graphql-js', async () => {
    for (const { keys, field: its } of placesIn(field.type))
      for (const [name, make] of oddOnesAt(its)) {
        give = () => replaced(sampleAround(field.type, keys), keys, make());
        const { theirs, ours } = await both(schema, { query });
        expect(ours, `${name} at ${keys.join('.')}`).toEqual(theirs);
      }
  });

  test('what its resolver throws is told as graphql-js tells it', async () => {
    for (const error of [
      new Error('inside'),
      new GraphQLError('for the client', { extensions: { code: 'CONFLICT' } }),
    ]) {
      give = () => {
        throw error;
      };
      const { theirs, ours } = await both(schema, { query });
      expect(ours).toEqual(theirs);
      expect(ours).toHaveProperty('errors.0.path', [field.name]);
    }
  });
});

test('every operation of the web app can be compiled, and every mutation has one field at its root', () => {
  for (const { name, text } of persistedOperations) {
    expect(isCompiledQuery(compileQuery(full, parse(text), name)), name).toBe(true);
    const operation = getOperationAST(parse(text));
    // Compiled code continues after a failed field, where graphql-js may stop.
    if (operation?.operation === OperationTypeNode.MUTATION)
      expect(operation.selectionSet.selections, name).toHaveLength(1);
  }
});

const letters = makeExecutableSchema({
  typeDefs: `type Query { say(word: String! = "a", times: Int, how: How): Letters! }
    type Mutation { say(word: String!): Letters }
    input How { loud: Boolean! = false, words: [String!] }
    type Letters { text: String!, next: Letters, list: [Letters!] }`,
  resolvers: {
    Query: { say: (_: unknown, given: object) => ({ text: JSON.stringify(given), next: { text: 'b' }, list: [] }) },
    Mutation: {
      say: (_: unknown, { word }: { word: string }) => {
        if (word === 'no') throw new Error(word);
        return { text: word };
      },
    },
  },
});

/** A text that could be an operation of the web app. */
const plain: Record<string, Asked> = {
  'arguments by their defaults': { query: '{ say { text } }' },
  'arguments as text': { query: '{ say(word: "x", times: 2, how: { words: ["y"] }) { text } }' },
  'arguments as variables': {
    query: 'query ($word: String!, $how: How) { say(word: $word, how: $how) { text } }',
    variables: { word: 'x', how: { loud: true } },
  },
  'null for what must not be null': {
    query: 'query ($word: String = "x") { say(word: $word) { text } }',
    variables: { word: null },
  },
  'one field under several names and fragments': {
    query: `{ one: say { text ...F next { text } } two: say(word: "b") { ... on Letters { next { ...F } } ... { text } } }
      fragment F on Letters { again: text next { __typename list { text } } list { text } }`,
  },
  '@skip and @include': {
    query: 'query ($no: Boolean!) { say { text @include(if: $no) next @skip(if: $no) { text } } }',
    variables: { no: false },
  },
  introspection: { query: '{ __schema { queryType { name } } say { text } }' },
  'the type alone': { query: '{ __typename }' },
};

/** A free-form text. */
const freeForm: Record<string, Asked> = {
  'a key that no plain object holds': { query: '{ __proto__: say { __proto__: text } }' },
  'several mutations, one of which fails': {
    query: 'mutation { a: say(word: "a") { text } b: say(word: "no") { text } c: say(word: "c") { text } }',
  },
  'one of two operations': { query: 'query A { say { text } } query B { say { next { text } } }', operationName: 'B' },
  'neither of two operations': { query: 'query A { say { text } } query B { say { text } }' },
};

test.each(Object.entries(plain))('%s: as graphql-js has it', async (_, its) => {
  const { theirs, ours } = await both(letters, its);
  expect(ours).toEqual(theirs);
});

test.each(Object.entries({ ...plain, ...freeForm }))(
  '%s, in a text that somebody wrote: as graphql-js has it',
  async (_, its) => {
    const { query, variables, operationName } = its;
    const document = documentOf(query);
    const theirs = await execute({ schema: letters, document, variableValues: variables, operationName });
    const ours = await executorOf(letters).fallback({ document, variables, operationName, context: newContext() });
    expect(read(ours)).toEqual(read(theirs));
  },
);

test('fragments that ask for ever more are answered at once', async () => {
  const levels = Array.from({ length: 31 }, (_, at) => at);
  const fragments = levels.map((at) => {
    const twice =
      at < 30 ? `one: next { ...F${at + 1} } two: next { ...F${at + 1} } three: next { ...F${at + 1} }` : '';
    return `fragment F${at} on Letters { text ${twice} }`;
  });
  const start = performance.now();
  const document = parse(`{ say { ...F0 } } ${fragments.join(' ')}`);
  expect(await createExecutor(letters).fallback({ document, context: newContext() })).toHaveProperty('data.say');
  expect(performance.now() - start).toBeLessThan(20_000);
});

test('each of a hundred operations of one document is carried out, however often', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `Q${at}`);
  const document = parse(names.map((name) => `query ${name} { ${name}: say { text } }`).join(' '));
  const { fallback } = createExecutor(letters);
  for (const operationName of [...names, ...names, 'Q99']) {
    const { data } = await fallback({ document, operationName, context: newContext() });
    expect(Object.keys(data ?? {})).toEqual([operationName]);
  }
});
