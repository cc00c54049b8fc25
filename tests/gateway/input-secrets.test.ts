import { isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphQLInputType } from 'graphql';
import { expect, test } from 'vitest';
import { operationFields } from './root-fields.ts';
import { problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const secret = 'himitsu-1234';
type Leaf = (type: GraphQLInputType) => unknown;

/** Fills every field of an input, also those that may be left out; `leaf` makes the values. */
function filled(type: GraphQLInputType, leaf: Leaf): unknown {
  if (isNonNullType(type)) return filled(type.ofType, leaf);
  if (isListType(type)) return [filled(type.ofType, leaf)];
  if (!isInputObjectType(type)) return leaf(type);
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, filled(field.type, leaf)]));
}

/** The same as text in an operation. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${written(inner)}`)
    .join(' ')} }`;
}

const leaves = {
  texts: (type) => (String(type) === 'String' || String(type) === 'ID' ? secret : null),
  values: () => secret,
  objects: () => ({ a: secret }),
} satisfies Record<string, Leaf>;

test('a value that was sent stands in no error of any mutation, and in no line of the log', async () => {
  const api = await startStandIn((_, response) => problem(response, 400, { messageKey: 'messages.badRequest' }));
  const gateway = await startGateway(api);
  const told: string[] = [];
  const ask = async (name: string, query: string, variables?: object) => {
    const { text } = await gateway.graphql(query, variables);
    if (!text.includes('"errors"') || text.includes('himitsu')) told.push(`${name}: ${text}`);
  };
  for (const { field } of operationFields.filter(({ kind, field }) => kind === 'mutation' && field.args.length > 0)) {
    const each = (part: (argument: (typeof field.args)[number]) => string) => field.args.map(part).join(' ');
    const document = (head: string, given: string) => `mutation ${head} { ${field.name}(${given}) { __typename } }`;
    const passed = document(
      `(${each(({ name, type }) => `$${name}: ${String(type)}`)})`,
      each(({ name }) => `${name}: $${name}`),
    );
    const valuesOf = (leaf: Leaf) =>
      Object.fromEntries(field.args.map(({ name, type }) => [name, filled(type, leaf)] as const));
    for (const leaf of Object.values(leaves)) await ask(field.name, passed, valuesOf(leaf));
    const texts = valuesOf(leaves.texts);
    await ask(
      field.name,
      document(
        '',
        each(({ name }) => `${name}: ${written(texts[name])}`),
      ),
    );
  }
  expect(told).toEqual([]);
  expect(gateway.lines.join('')).not.toContain('himitsu');
});
