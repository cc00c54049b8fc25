import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();

async function ask(): Promise<number> {
  const response = await fetch(new URL('/graphql', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ __typename }"}',
  });
  await response.arrayBuffer();
  return response.status;
}

test('a gateway that replaces another answers requests that are sent at once', async () => {
  for (let round = 0; round < 3; round += 1) {
    expect(await Promise.all([ask(), ask()])).toEqual([200, 200]);
    await world.changeGateway({});
  }
  expect(await ask()).toBe(200);
});
