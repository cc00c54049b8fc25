import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDice } from '#api/app/demo/dice.ts';
import { openServices } from '#api/app/open-services.ts';
import { createIntake } from '#api/domains/usage/intake.ts';
import { prepareUsage } from '#api/domains/usage/months.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { wrongRollups } from '#tests/support/kept-views.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { randomEvent, viewOf } from './samples/random-views.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';
import { send } from './school.ts';

const world = keptApi();
const scratch = new ScratchDatabases();
afterAll(async () => {
  await scratch.drop();
});

describe('what takes page views in', () => {
  test('writes at once what has gathered, in the order in which it came, and tells each when it is safe', async () => {
    const written: number[][] = [];
    const intake = createIntake<number>({
      write: async (items) => void written.push([...items]),
      together: 3,
      gather: 1,
      waitingAtMost: 100,
    });
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map((item) => intake.take(item)));
    expect(written.flat()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(Math.max(...written.map((items) => items.length))).toBe(3);
  });

  test('refuses with 503 what is more than may wait, and takes more when there is room', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    const intake = createIntake<number>({ write: () => opened, together: 1, gather: 1, waitingAtMost: 2 });
    const taken = [1, 2, 3].map((item) => intake.take(item));
    await expect(intake.take(4)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    open();
    await Promise.all(taken);
    await intake.take(5);
  });

  test('keeps everything but the one that cannot be written', async () => {
    const written: number[] = [];
    const intake = createIntake<number>({
      async write(items) {
        if (items.includes(13)) throw new Error('no such number');
        written.push(...items);
      },
      together: 50,
      gather: 1,
      waitingAtMost: 100,
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, item) => intake.take(item)));
    expect(outcomes.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual([13]);
    expect([...written].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n).filter((n) => n !== 13));
  });

  test.each([
    ['is away', '57P01'],
    ['has no room', '53100'],
  ])('fails all that is under way when the database %s, after one try, and goes on later', async (_, code) => {
    let away = true;
    let tries = 0;
    const intake = createIntake<number>({
      async write() {
        tries += 1;
        if (away) throw Object.assign(new Error('gone'), { code });
      },
      together: 50,
      gather: 1,
      waitingAtMost: 100,
    });
    const first = intake.take(1).catch(() => undefined);
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => intake.take(item)));
    await first;
    expect(tries).toBe(2);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    away = false;
    await intake.take(4);
  });
});

test('one event that comes a hundred times at once is one page view', async () => {
  const clock = { startedAt: new Date(Date.now() - 1000).toISOString(), sentAt: new Date().toISOString() };
  const page = { name: 'Unit list', pageUrl: '/student/unit-list' };
  const body = { eventId: randomUUID(), sessionKey: randomUUID(), ...page, ...clock };
  const beats = Array.from({ length: 100 }, (_, n) => send(world, recordPageView, { body: { ...body, duration: n } }));
  await Promise.all(beats.map((beat) => beat.expect(204)));
  const { rows } = await world.services.pool.query('select duration_ms from page_views where event_id = $1', [
    body.eventId,
  ]);
  expect(rows).toEqual([{ duration_ms: 99 }]);
  expect(await wrongRollups(world.services)).toEqual([]);
});

test('what still waits when the process ends is written before it goes', async () => {
  const databaseUrl = await scratch.createPrepared();
  const dataDir = await mkdtemp(join(tmpdir(), 'manabook-ending-'));
  const settings = apiSettings({ databaseUrl, dataDir, databasePool: 3 });
  const opened = await openServices(settings);
  await prepareUsage(opened.services);
  const dice = createDice(7);
  await connected(async (client) => {
    await client.query('begin');
    // No writer can insert meanwhile.
    await client.query('lock table page_views in share row exclusive mode');
    const taken = Array.from({ length: 1200 }, () =>
      opened.services.pageViews.take(viewOf(dice, randomEvent(dice, [], {}))),
    );
    const ended = opened.close();
    await client.query('commit');
    await Promise.all([ended, ...taken]);
    const { rows } = await client.query('select count(*)::int as count from page_views');
    expect(rows).toEqual([{ count: 1200 }]);
  }, databaseUrl);
  await rm(dataDir, { recursive: true });
});
