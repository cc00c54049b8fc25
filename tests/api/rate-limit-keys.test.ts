import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { rateLimits } from '#api/ground/db/schema.ts';
import { forgotPassword, login } from '#schema/rest/auth.ts';
import { classRoster } from '#schema/rest/rosters.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, send } from './school.ts';

const world = keptApi();

beforeEach(async () => {
  await world.services.db.delete(rateLimits);
});

const storedKeys = async () => (await world.services.db.select().from(rateLimits)).map(({ key }) => key);

test('no key of a rate limit tells whose address or e-mail it counts', async () => {
  const address = '203.0.113.77';
  const { email } = await addStaff(world, { role: 'Teacher' });
  const unknown = `nobody-${email}`;
  for (const body of [
    { email, password: 'not the one of Aya' },
    { email: unknown, password: 'not the one of Aya' },
  ])
    await send(world, login, { body }).set('x-forwarded-for', address).expect(401);
  for (const body of [{ email }, { email: unknown }])
    await send(world, forgotPassword, { body }).set('x-forwarded-for', address);
  await send(world, classRoster, { query: { ClassHashCode: 'nobody-knows-this-code' } })
    .set('x-forwarded-for', address)
    .expect(404);

  const names = ['login-address', 'login-place', 'forgot-password-address', 'account-mail-others', 'code-misses'];
  const namesWithoutKey = async () => {
    const keys = await storedKeys();
    return names.filter((name) => !keys.some((key) => key.startsWith(`${name}:`)));
  };
  // A job counts the letter, some time after the answer.
  await expect.poll(namesWithoutKey).toEqual([]);
  const keys = await storedKeys();
  // A digest without a key is no secret: there are few addresses, and e-mails are known.
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const place = hashOf(`sign-in network ${address}`);
  const told = [address, email, unknown, place, ...[address, email, unknown].map(hashOf)];
  expect(keys.filter((key) => told.some((text) => key.includes(text)))).toEqual([]);
});

test('each address and each name has its own count', async () => {
  const miss = (address: string) =>
    send(world, classRoster, { query: { ClassHashCode: 'nobody-knows-this-code' } }).set('x-forwarded-for', address);
  for (const address of ['203.0.113.78', '203.0.113.79', '203.0.113.78']) await miss(address).expect(404);
  const rows = await world.services.db.select().from(rateLimits);
  expect(rows.map(({ points }) => points).toSorted()).toEqual([1, 2]);
});
