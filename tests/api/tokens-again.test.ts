import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { readToken, signStaffToken, createClaimsCache } from '#api/domains/auth/tokens.ts';
import { createKeyRing } from '#api/ground/keys/secrets.ts';

const begin = new Date('2026-11-20T09:00:00Z');
const value = crypto.getRandomValues(new Uint8Array(32));
const secrets = createKeyRing([{ id: 'one', purpose: 'tokens', value, signsFrom: begin }]);
const minutes = (count: number) => count * 60_000;

beforeEach(() => vi.useFakeTimers({ now: begin, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const tokenFor = (userId: string) =>
  signStaffToken(secrets, { userId, role: 'Teacher', sessionId: newId(), tokenId: newId(), issuedAt: begin });

function counted() {
  const read = vi.fn((token: string) => readToken(secrets, token));
  return { read, claimsOf: createClaimsCache(read) };
}

test('a token is read once for as long as it holds, and then no more', async () => {
  const { read, claimsOf } = counted();
  const userId = newId();
  const token = await tokenFor(userId);
  for (const after of [0, 1, 9, 10.4]) {
    vi.setSystemTime(begin.getTime() + minutes(after));
    expect(await claimsOf(token)).toMatchObject({ sub: userId, role: 'Teacher' });
  }
  expect(read).toHaveBeenCalledTimes(1);
  vi.setSystemTime(begin.getTime() + minutes(11));
  expect(await claimsOf(token)).toBeUndefined();
});

test('what is none of ours is never remembered, nor a letter of one of ours changed', async () => {
  const { read, claimsOf } = counted();
  const token = await tokenFor(newId());
  await claimsOf(token);
  const [head = '', body = '', signature = ''] = token.split('.');
  const forged = [head, body, signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))].join('.');
  expect(await claimsOf(forged)).toBeUndefined();
  expect(await claimsOf(forged)).toBeUndefined();
  expect(await claimsOf('')).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(4);
});

test('many tokens do not grow without end, and those in use stay', async () => {
  const read = vi.fn(async (token: string) => ({
    claims: { aud: 'student' as const, sub: token, role: 'Student' as const },
    until: Date.now() + minutes(10),
  }));
  const claimsOf = createClaimsCache(read);
  for (let at = 0; at < 20_000; at += 1) {
    await claimsOf(`token ${at}`);
    await claimsOf('in use');
  }
  expect(read.mock.calls.filter(([token]) => token === 'in use')).toHaveLength(1);
  await claimsOf('token 0');
  expect(read.mock.calls.filter(([token]) => token === 'token 0')).toHaveLength(2);
});
