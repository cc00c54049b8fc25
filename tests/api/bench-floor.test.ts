import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { floorCases } from '#tests/bench/floor-cases.ts';
import { blankSignature } from '#tests/bench/floor-json.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { signIn } from '#tests/support/people.ts';

const world = keptApi();

test('the floor of `bench:api` is made of the same JSON as the API answers', async () => {
  const { pool, settings } = world.services;
  const cases = await floorCases(pool, settings);
  const { accessToken } = await signIn(world, 'Administrator');
  const ours: Record<string, unknown> = {};
  const floors: Record<string, unknown> = {};
  for (const { name, path, asStaff, text, values } of cases) {
    const answer = await fetch(
      `${world.url}${path}`,
      asStaff ? { headers: { authorization: `Bearer ${accessToken}` } } : {},
    );
    expect(answer.status, name).toBe(200);
    const signed = await answer.text();
    ours[name] = JSON.parse(signed.replace(/(?<=&signature=)[\w-]{43}/g, blankSignature));
    const { rows } = await pool.query<{ json: string }>(text, [...values]);
    floors[name] = JSON.parse(rows[0]?.json ?? 'null');
  }
  expect(floors).toEqual(ours);
  expect(Object.values(ours).map(lengthOf)).not.toContain(0);
});

test('each answer takes few statements, the one for the session included', async () => {
  const { pool, settings } = world.services;
  const { accessToken } = await signIn(world, 'Administrator');
  const counts: Record<string, number> = {};
  for (const { name, path, asStaff } of await floorCases(pool, settings)) {
    const ask = () =>
      fetch(`${world.url}${path}`, asStaff ? { headers: { authorization: `Bearer ${accessToken}` } } : {});
    // The first request with a token also notes that it has arrived.
    await ask();
    counts[name] = await statementsOf(pool, ask);
  }
  expect(counts).toEqual({
    classes: 3,
    users: 3,
    textbooks: 2,
    'units of a textbook': 2,
    'profiles of a class': 3,
    'a class': 2,
    'a user': 2,
    'a textbook': 2,
    'a class by its code': 1,
    "a class's units": 1,
    "a class's contents": 1,
    "a class's wall": 1,
  });
});

/** How many statements are sent meanwhile, without those of the queue of jobs. */
async function statementsOf(pool: Pool, work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pool, 'query');
  try {
    await work();
    return sent.mock.calls.filter((call) => !JSON.stringify(call[0]).includes('graphile_worker')).length;
  } finally {
    sent.mockRestore();
  }
}

/** How many rows there are in a list; 1 for anything else. */
function lengthOf(answer: unknown): number {
  const items = typeof answer === 'object' && answer !== null && 'items' in answer ? answer.items : answer;
  return Array.isArray(items) ? items.length : 1;
}
