import { expect, test } from 'vitest';
import { z } from 'zod';
import { addStaff } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { endWaits } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';

const password = 'ぱすわーど with spaces';
const world = keptWorld();

const answer = z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional() });

async function signIn(email: string, typed: string, cookie = '') {
  const query = 'mutation ($input: LoginInput!) { login(input: $input) { userId } }';
  const response = await fetch(new URL('/graphql', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query, variables: { input: { email, password: typed } } }),
  });
  const [device = ''] = response.headers.getSetCookie();
  const { errors } = answer.parse(await response.json());
  return { outcome: errors?.[0]?.extensions.code ?? 'signed in', device };
}

test('a browser that signed in before goes through GraphQL while others guess', async () => {
  const { email } = await addStaff(world, { role: 'Teacher', passwordHash: await quickHash(password) });
  const { outcome, device } = await signIn(email, password);
  expect(outcome).toBe('signed in');
  expect(device).toMatch(/^device=[\w-]{22}\.[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
  for (let time = 0; time < 5; time += 1) {
    expect((await signIn(email, 'wrong')).outcome).toBe('UNAUTHENTICATED');
    await endWaits(world.services);
  }
  expect((await signIn(email, password)).outcome).toBe('PROOF_REQUIRED');
  expect((await signIn(email, password, device.split(';')[0])).outcome).toBe('signed in');
});
