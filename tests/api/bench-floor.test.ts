import { expect, test } from 'vitest';
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

/** How many rows there are in a list; 1 for anything else. */
function lengthOf(answer: unknown): number {
  const items = typeof answer === 'object' && answer !== null && 'items' in answer ? answer.items : answer;
  return Array.isArray(items) ? items.length : 1;
}
