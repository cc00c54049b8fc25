import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnumType, isInputObjectType, isObjectType, Kind, parse, printSchema } from 'graphql';
import type { GraphQLNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nodeField } from '#gateway/graph/nodes.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { refusalOf } from '#gateway/refusals.ts';
import { userErrorsField } from '#gateway/resolvers/user-errors.ts';
import { accessInWords } from '#schema/access.ts';
import { scopeOf } from '#schema/api-key-scopes.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';

const schema = loadSchema('.');
const words: object = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync('locales/en/messages.json', 'utf8')));
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const rootFields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}),
);

const scopeType = schema.getType('ApiKeyScope');
const scopes = isEnumType(scopeType) ? scopeType.getValues() : [];

function keysInWords(operation: Operation): string {
  const scope = scopeOf(operation);
  if (scope === 'none') return 'any';
  const name = scopes.find(({ value }) => value === scope)?.name;
  return name === undefined ? 'none' : `with ${name}`;
}

const codeOf = (status: number): string => refusalOf(status)?.code ?? `a code for ${status}`;

// Their own texts say what they answer.
const ofOperations = rootFields.filter(({ name }) => ![nodeField, userErrorsField].includes(name));

describe.each(ofOperations.map((field) => [field.name, field.description] as const))(
  'the manual of %s',
  (name, text) => {
    const operation = contract.find((each) => each.name === name);
    if (!operation) throw new Error(`${name} has no operation`);
    const lines = (text ?? '').split('\n');
    const errors = lines.find((line) => line.startsWith('- Errors: ')) ?? '';

    test('names those who may call as the contract does', () => {
      const who = `- Who: ${accessInWords(operation.access)}`;
      expect(lines).toContain(operation.whose === undefined ? `${who}.` : `${who}: ${operation.whose}.`);
    });

    test('names the scope that an API key needs', () => {
      expect(lines).toContain(`- API keys: ${keysInWords(operation)}.`);
    });

    test('names a code for each problem that the contract declares, with its words, and no other', () => {
      const declared = Object.entries(operation.problems ?? {}).map(([status, words]) => [
        codeOf(Number(status)),
        words,
      ]);
      const inWords = declared.map((each) => each.join(' ')).join('; ');
      expect(errors).toBe(inWords === '' ? '' : `- Errors: ${inWords}.`);
    });

    test('begins with what it does, in one paragraph', () => {
      const [first = '', ...rest] = (text ?? '').split('\n\n');
      expect(first).toMatch(/^[A-Z][^]+[.:]$/);
      expect(rest).toHaveLength(1);
    });
  },
);

/** Codes that a field may answer with, and the values of enumerations, which are spelt alike. */
const capitals = new Set([
  ...Array.from({ length: 200 }, (_, index) => refusalOf(400 + index)?.code),
  ...types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name)),
]);

const allCapitals = /\b[A-Z]{3,}(?:_[A-Z]+)*\b/g;

const errorsOf = (description: string | null | undefined): string =>
  (description ?? '').split('\n').find((line) => line.startsWith('- Errors: ')) ?? '';

test('no field is said to answer with a code that there is not', () => {
  const named = rootFields.flatMap(({ description }) => errorsOf(description).match(allCapitals) ?? []);
  expect([...new Set(named)].filter((code) => !capitals.has(code))).toEqual([]);
});

const written = readdirSync('schema/graphql').map((file) => readFileSync(join('schema/graphql', file), 'utf8'));

test('the SDL says by hand nothing that the contract completes', () => {
  const lines = written.flatMap((text) => text.split('\n')).map((line) => line.trim());
  const completed = ['- Who: ', '- API keys: ', '- Errors: ', '- Limits: '];
  expect(lines.filter((line) => completed.some((start) => line.startsWith(start)))).toEqual([]);
});

/** The descriptions of the root fields as the SDL's files have them. */
function* rootDescriptions(): Generator<readonly [name: string, text: string]> {
  for (const definition of written.flatMap((text) => parse(text).definitions)) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    if (!['Query', 'Mutation'].includes(definition.name.value)) continue;
    for (const { name, description } of definition.fields ?? []) yield [name.value, description?.value ?? ''];
  }
}

test('a root field of the SDL says what it does in the contract alone, and lists only what GraphQL adds', () => {
  const ofContract = [...rootDescriptions()].filter(([name]) => contract.some((each) => each.name === name));
  expect(ofContract.length).toBeGreaterThan(200);
  const prose = ofContract.filter(([, text]) => text !== '' && !text.startsWith('- '));
  expect(prose.map(([name]) => name)).toEqual([]);
});

describe.each(contract.map((operation) => [operation.name, operation] as const))(
  'the sentence of %s',
  (_, operation: Operation) => {
    const { summary, limits = '' } = operation;

    test('is true of REST and GraphQL alike: no status, no path, no code, no callers', () => {
      const ofOneAlone =
        /\b(?:400|401|403|404|409|413|415|429|503|507)\b|\b(?:GET|POST|PUT|DELETE) |\b(?:NOT_FOUND|CONFLICT|RATE_LIMITED|PROOF_REQUIRED)\b|Administrators only/;
      // A page of the gateway beside both.
      expect(summary.replace('`GET /board-page`', '')).not.toMatch(ofOneAlone);
    });

    test('ends with a period, which its limits do not', () => {
      expect(summary).toMatch(/\.$/);
      expect(limits).not.toMatch(/\.$/);
    });
  },
);

test('a mutation with nothing to answer says that it answers true, and nothing else does', () => {
  const answering = ofOperations.filter(({ description }) => description?.includes('Answers true.'));
  const silent = contract.filter((operation: Operation) => !operation.response && !operation.file);
  expect(answering.map(({ name }) => name).toSorted()).toEqual(silent.map(({ name }) => name).toSorted());
});

test('the manual of an operation lists its limits', () => {
  const limited = contract.filter((operation: Operation) => operation.limits !== undefined);
  expect(limited.length).toBeGreaterThan(80);
  for (const { name, limits = '' } of limited as readonly Operation[]) {
    const text = ofOperations.find((field) => field.name === name)?.description?.split('\n');
    expect(text, name).toContain(`- Limits: ${limits}.`);
  }
});

const manual = printSchema(schema);

test('every message key in the manual has words', () => {
  const named = manual.match(/(?<=`messages\.)\w+(?=`)/g) ?? [];
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((key) => !Object.hasOwn(words, key))).toEqual([]);
});

// Of an answer's `extensions`, which are no types of the schema.
const extensionNames = ['messageValues', 'existingId', 'retryAfter', 'resetsInSeconds'];

test('every name in the manual is one of the schema', () => {
  const names = new Set([...extensionNames, ...types.flatMap(namesIn)]);
  const named = manual.match(/(?<=`)[a-z]+([A-Z][a-z]*)+(?=`)/g) ?? [];
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((name) => !names.has(name))).toEqual([]);
});

function namesIn(type: GraphQLNamedType): string[] {
  if (isInputObjectType(type)) return Object.keys(type.getFields());
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, args }) => [name, ...args.map((argument) => argument.name)]);
}
