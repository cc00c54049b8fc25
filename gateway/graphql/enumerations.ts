import type { DocumentNode, EnumTypeDefinitionNode } from 'graphql';
import { Kind } from 'graphql';
import { z } from 'zod';
import { contract } from '../../schema/rest/contract.ts';
import * as numbered from '../../schema/rest/enumerations.ts';
import { userErrorCodes } from '../refusals.ts';

type Values = Readonly<Record<string, string | number>>;

/**
 * The internal values of GraphQL's enumerations, as /api has them. An enumeration of numbers is found in the contract by
 * its name, one of words by its set of values, which exactly one list of the contract must equal. Throws for an
 * enumeration that neither the contract nor the gateway declares.
 */
export function enumerationsOf({ definitions }: DocumentNode): Record<string, Values> {
  const lists = new Map([...wordLists()].map((words) => [keyOf(words.map(graphqlName)), words]));
  const enumerations = definitions.filter((node) => node.kind === Kind.ENUM_TYPE_DEFINITION);
  return Object.fromEntries(enumerations.map((node) => [node.name.value, valuesOf(node, lists)]));
}

function valuesOf(
  { name, values = [] }: EnumTypeDefinitionNode,
  lists: ReadonlyMap<string, readonly string[]>,
): Values {
  const key = keyOf(values.map((value) => value.name.value));
  const numbers = numberedOnes.get(name.value);
  if (numbers && keyOf(Object.keys(numbers)) === key) return numbers;
  const words = lists.get(key);
  if (numbers || !words) throw new Error(`The contract has no enumeration with the values of ${name.value}.`);
  return Object.fromEntries(words.map((word) => [graphqlName(word), word]));
}

const keyOf = (names: readonly string[]): string => [...names].sort().join();

/** `SchoolOwner`, `Class:read` and `class.created` are `SCHOOL_OWNER`, `CLASS_READ` and `CLASS_CREATED` in GraphQL. */
function graphqlName(word: string): string {
  return word.replace(/(?<=[a-z])(?=[A-Z])|[:.]/g, '_').toUpperCase();
}

const numberedOnes: ReadonlyMap<string, Values> = new Map(
  Object.entries(numbered).flatMap(([name, value]) =>
    typeof value === 'function' || value instanceof z.ZodType ? [] : [[name, value] as const],
  ),
);

/** The words of every enumeration in the calls and answers of the contract, and of the gateway's own. */
function* wordLists(): Generator<readonly string[]> {
  yield userErrorCodes;
  for (const { params, query, body, form, response } of contract)
    for (const part of [params, query, body, form?.fields, response]) yield* wordListsIn(part);
}

function* wordListsIn(declared: unknown): Generator<readonly string[]> {
  if (declared instanceof z.ZodEnum) yield declared.options.map(String);
  else if (declared instanceof z.ZodObject)
    for (const member of Object.values(declared.shape)) yield* wordListsIn(member);
  else if (declared instanceof z.ZodArray) yield* wordListsIn(declared.element);
  else if (declared instanceof z.ZodPipe) yield* wordListsOfBoth(declared);
  else if (
    declared instanceof z.ZodOptional ||
    declared instanceof z.ZodNullable ||
    declared instanceof z.ZodDefault ||
    declared instanceof z.ZodPrefault
  )
    yield* wordListsIn(declared.unwrap());
}

function* wordListsOfBoth({ in: before, out: after }: z.ZodPipe): Generator<readonly string[]> {
  yield* wordListsIn(before);
  yield* wordListsIn(after);
}
