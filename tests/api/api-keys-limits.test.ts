import { like, sql } from 'drizzle-orm';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { rateLimits } from '#api/ground/db/schema.ts';
import { startApi } from '#api/app/start.ts';
import { admission } from '#schema/rest/admission.ts';
import { classes } from '#schema/rest/classes.ts';
import { users } from '#schema/rest/users.ts';
import { viewer } from '#schema/rest/viewer.ts';
import { answerOf } from '#tests/support/answers.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { ownWorld } from '#tests/support/world.ts';
import { makeKey } from './key-ring.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const apiKeyCostPerMinute = 100;

const world = ownWorld({ gateway: false, api: { apiKeyCostPerMinute } });
/** A second process on the same database. */
let another: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  const { databaseUrl, services } = world;
  another = await startApi(apiSettings({ databaseUrl, dataDir: services.settings.dataDir, apiKeyCostPerMinute }));
});
afterAll(async () => {
  await another.close();
});

const ask = (token: string, cost: number) => send(world, admission, { token, body: { cost } });
const admitted = (token: string, cost: number) => answerOf(admission, ask(token, cost));

/** For the database and for the processes. */
async function passTheMinute() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  await world.services.db
    .update(rateLimits)
    .set({ expire: sql`${rateLimits.expire} - 60000` })
    .where(like(rateLimits.key, 'api-key-%'));
}
afterEach(() => vi.useRealTimers());

describe('admission', () => {
  test.each(['SuperAdmin', 'Teacher'] as const)('charges %s nothing', async (role) => {
    const token = await tokenOf(world, await addStaff(world, { role }));
    for (const cost of [0, 10_000]) expect(await admitted(token, cost)).toEqual({ kind: 'staff', allowance: null });
  });

  test('charges an API key what the operation costs, and says what is left', async () => {
    const { key } = await makeKey(world);
    const first = await admitted(key, 20);
    expect(first).toMatchObject({ kind: 'apiKey', allowance: { limit: 100, remaining: 80 } });
    expect(first.allowance?.resetsInSeconds).toBeGreaterThan(30);
    expect(first.allowance?.resetsInSeconds).toBeLessThanOrEqual(60);
    expect((await admitted(key, 79)).allowance?.remaining).toBe(1);
  });

  test('refuses what the rest does not suffice for, without charging it', async () => {
    const { key } = await makeKey(world);
    await admitted(key, 60);
    for (let tries = 0; tries < 3; tries += 1) {
      const { headers } = await ask(key, 41).expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(30);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect((await admitted(key, 30)).allowance?.remaining).toBe(10);
    await problemOf(ask(key, 11), 429);
    expect((await admitted(key, 10)).allowance?.remaining).toBe(0);
    await problemOf(ask(key, 0), 429);
  });

  test('tells what could never pass that waiting would not help', async () => {
    const { key } = await makeKey(world);
    const { errors } = await problemOf(ask(key, apiKeyCostPerMinute + 1), 400);
    expect(errors).toEqual({ cost: ['messages.operationTooDear'] });
    expect((await admitted(key, apiKeyCostPerMinute)).allowance?.remaining).toBe(0);
  });

  test('charges one point for what costs nothing', async () => {
    const { key } = await makeKey(world);
    expect((await admitted(key, 0)).allowance?.remaining).toBe(99);
  });

  test.each([-1, 1.5, 10_001, '20', null])('refuses a cost of %j', async (cost) => {
    const { key } = await makeKey(world);
    expect((await problemOf(send(world, admission, { token: key, body: { cost } }), 400)).errors).toHaveProperty(
      'cost',
    );
  });

  test('lets no more through when everybody asks at once, of two processes', async () => {
    const { key } = await makeKey(world);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        request(index % 2 ? world.apiUrl : another.url)
          .post('/api/Auth/admission')
          .set('authorization', `Bearer ${key}`)
          .send({ cost: 9 }),
      ),
    );
    const passed = answers.filter(({ status }) => status === 200).map(({ body }) => admission.response.parse(body));
    // Eleven times nine is 99. Each answer reports another rest, so no two charges were counted as one.
    expect(passed.map(({ allowance }) => allowance?.remaining).sort((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 11 }, (_, index) => 1 + 9 * index),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  });

  test('is told of by viewer, which takes none of it, until the minute is over', async () => {
    const { key } = await makeKey(world);
    const left = async () => (await answerOf(viewer, send(world, viewer, { token: key }))).viewer?.costLeft;
    const whole = { limit: 100, remaining: 100, resetsInSeconds: 0 };
    expect(await left()).toEqual(whole);
    await admitted(key, 30);
    for (let times = 0; times < 2; times += 1) expect(await left()).toMatchObject({ limit: 100, remaining: 70 });
    await passTheMinute();
    expect(await left()).toEqual(whole);
  });

  test('gives every key its own points, and all of them again when its minute is over', async () => {
    const [first, second] = [await makeKey(world), await makeKey(world)];
    await admitted(first.key, 100);
    expect((await admitted(second.key, 1)).allowance?.remaining).toBe(99);
    await problemOf(ask(first.key, 1), 429);
    await passTheMinute();
    expect((await admitted(first.key, 30)).allowance).toMatchObject({ remaining: 70, resetsInSeconds: 60 });
  });
});

describe('calls of /api with an API key', () => {
  const call = (token: string) => send(world, classes, { token, query: { PageSize: 1 } });

  test('are so many a minute, refused ones counted, apart from the cost of operations', async () => {
    const { key } = await makeKey(world);
    const refused = await Promise.all(Array.from({ length: 10 }, () => send(world, users, { token: key })));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
    const answers = await Promise.all(Array.from({ length: 110 }, () => call(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(90);
    const { headers } = await call(key).expect(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await admitted(key, 20)).allowance?.remaining).toBe(80);
    await passTheMinute();
    await call(key).expect(200);
  });

  test('are not counted for people', async () => {
    const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    const answers = await Promise.all(Array.from({ length: 110 }, () => call(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
