import { describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { ownWorld } from '#tests/support/world.ts';

const world = ownWorld({ gateway: { freeOperations: 'staff' } });

async function ask(query: string, variables: object) {
  const { accessToken } = await signIn(world, 'Administrator');
  return graphql(world, query, { ...variables }, { authorization: `Bearer ${accessToken}` });
}

describe('an operation with a field that fails', () => {
  test('answers the other queries', async () => {
    const text = 'query ($id: ID!) { missing: class(id: $id) { id } allTextBooks { name } }';
    const { data, errors } = await ask(text, { id: newId() });
    expect(data).toEqual({ missing: null, allTextBooks: expect.any(Array) as unknown });
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['missing'],
        extensions: expect.objectContaining({ code: 'NOT_FOUND' }) as unknown,
      }),
    ]);
  });

  test('answers the mutations before and after it', async () => {
    const text = `mutation ($book: CreateTextBookInput!, $other: CreateTextBookInput!) {
      first: createTextBook(input: $book) { shortCode }
      second: createTextBook(input: $book) { shortCode }
      third: createTextBook(input: $other) { shortCode }
    }`;
    const book = { name: 'Partial', shortCode: 'PART1' };
    const { data, errors } = await ask(text, { book, other: { ...book, shortCode: 'PART2' } });
    expect(data).toEqual({ first: { shortCode: 'PART1' }, second: null, third: { shortCode: 'PART2' } });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['CONFLICT']);
  });
});

test('the SDL says which fields are null with an error only', async () => {
  const { accessToken } = await signIn(world, 'Administrator');
  const sdl = await fetch(`${world.url}/schema.graphql`, { headers: { authorization: `Bearer ${accessToken}` } });
  const text = await sdl.text();
  expect(text).toMatch(/\n {2}class\([^)]*\): Class @semanticNonNull\n/);
  expect(text).toContain('directive @semanticNonNull(');
});
