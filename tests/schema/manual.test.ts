import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnumType, isInputObjectType, isObjectType } from 'graphql';
import type { GraphQLNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enumerations } from '#gateway/graphql/enumerations.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { refusalOf } from '#gateway/refusals.ts';
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

/** The part of a root field's description that begins with this word. */
function partOf(description: string | null | undefined, word: string): string | undefined {
  const part = new RegExp(`^- ${word}: ([^]*?)(?=^- |$(?![^]))`, 'm').exec(description ?? '')?.[1];
  return part?.replace(/\s+/g, ' ').trim();
}

function keysInWords(operation: Operation): string {
  const scope = scopeOf(operation);
  if (scope === 'none') return 'any.';
  const name = Object.entries(enumerations.ApiKeyScope).find(([, value]) => value === scope)?.[0];
  return name === undefined ? 'none.' : `with ${name}.`;
}

const codeOf = (status: number): string => refusalOf(status)?.code ?? `a code for ${status}`;

describe.each(rootFields.map((field) => [field.name, field.description] as const))('the manual of %s', (name, text) => {
  const operation = contract.find((each) => each.name === name);
  if (!operation) throw new Error(`${name} has no operation`);

  test('names those who may call as the contract does, and nobody else', () => {
    const who = partOf(text, 'Who');
    const said = accessInWords(operation.access);
    expect(who?.slice(0, said.length)).toBe(said);
    expect(who?.slice(said.length)).toMatch(/^[.:;]|^, (?:as|those|each) /);
  });

  test('names the scope that an API key needs', () => {
    expect(partOf(text, 'API keys')).toBe(keysInWords(operation));
  });

  test('names a code for each problem that the contract declares, and none that it does not', () => {
    const errors = partOf(text, 'Errors') ?? '';
    const declared = (operation.problems ?? []).map(codeOf);
    expect(declared.filter((code) => !errors.includes(code))).toEqual([]);
    const others = [404, 409, 413, 415, 429].map(codeOf).filter((code) => !declared.includes(code));
    expect(others.filter((code) => errors.includes(code))).toEqual([]);
  });

  test('begins with what it does, in one paragraph', () => {
    const [first = '', ...rest] = (text ?? '').split('\n\n');
    expect(first).toMatch(/^[A-Z][^]+[.:]$/);
    expect(rest).toHaveLength(1);
  });
});

/** Codes that a field may answer with, and the values of enumerations, which are spelt alike. */
const capitals = new Set([
  ...Array.from({ length: 200 }, (_, index) => refusalOf(400 + index)?.code),
  ...types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name)),
]);

const allCapitals = /\b[A-Z]{3,}(?:_[A-Z]+)*\b/g;

test('no field is said to answer with a code that there is not', () => {
  const named = rootFields.flatMap(({ description }) => (partOf(description, 'Errors') ?? '').match(allCapitals) ?? []);
  expect([...new Set(named)].filter((code) => !capitals.has(code))).toEqual([]);
});

const manual = readdirSync('schema/graphql').map((file) => readFileSync(join('schema/graphql', file), 'utf8'));

test('every message key in the manual has words', () => {
  const named = manual.flatMap((text) => text.match(/(?<=`messages\.)\w+(?=`)/g) ?? []);
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((key) => !Object.hasOwn(words, key))).toEqual([]);
});

// Of an answer's `extensions`, which are no types of the schema.
const told = ['messageValues', 'retryAfter', 'resetsInSeconds'];

test('every name in the manual is one of the schema', () => {
  const names = new Set([...told, ...types.flatMap(namesIn)]);
  const named = manual.flatMap((text) => text.match(/(?<=`)[a-z]+([A-Z][a-z]*)+(?=`)/g) ?? []);
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((name) => !names.has(name))).toEqual([]);
});

function namesIn(type: GraphQLNamedType): string[] {
  if (isInputObjectType(type)) return Object.keys(type.getFields());
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, args }) => [name, ...args.map((argument) => argument.name)]);
}
