import { buildSchema, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createVariableReader } from '#gateway/pipeline/variables.ts';

const schema = buildSchema(`
  input Filter { number: Float ids: [ID!] }
  type Query { rows(filter: Filter, size: Int = 20): Int }
  type Mutation { change(password: String!): Int }
`);

function readerOf(text: string) {
  const operation = getOperationAST(parse(text));
  if (!operation) throw new Error('there is no operation');
  return createVariableReader(schema, operation);
}

const rows = 'query Rows($filter: Filter, $size: Int = 20) { rows(filter: $filter, size: $size) }';

test('equal variables of a query are coerced once, and nobody can change them', () => {
  const read = readerOf(rows);
  const first = read({ filter: { ids: ['a'] } });
  expect(first).toEqual({ filter: { ids: ['a'] }, size: 20 });
  expect(read({ filter: { ids: ['a'] } })).toBe(first);
  expect(read({ filter: { ids: ['b'] } })).not.toBe(first);
  expect(Object.isFrozen(first?.filter)).toBe(true);
});

test('a number that is too large is refused, also after the null that JSON writes for it', () => {
  const read = readerOf(rows);
  const tooLarge: unknown = JSON.parse('{"number":1e400}');
  expect(read({ filter: tooLarge })).toBeUndefined();
  expect(read({ filter: { number: null } })).toEqual({ filter: { number: null }, size: 20 });
  expect(read({ filter: tooLarge })).toBeUndefined();
});

test('variables of a mutation are not kept', () => {
  const read = readerOf('mutation Change($password: String!) { change(password: $password) }');
  expect(read({ password: 'secret' })).toEqual({ password: 'secret' });
  expect(read({ password: 'secret' })).not.toBe(read({ password: 'secret' }));
  expect(read({ password: null })).toBeUndefined();
});
