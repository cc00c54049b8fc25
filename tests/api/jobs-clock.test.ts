import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startJobs } from '#api/app/jobs/handlers.ts';
import { onClockSet, setCronBack } from '#api/ground/jobs/cron-clock.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

afterEach(async () => {
  vi.useRealTimers();
  await world.services.db.execute(
    sql`delete from graphile_worker._private_known_crontabs where identifier like 'clock test %'`,
  );
});

/** A scheduled job whose last execution is so far ahead; resolves to the present distance, in milliseconds. */
async function executed(name: string, aheadMs: number) {
  const { db } = world.services;
  const identifier = `clock test ${name}`;
  await db.execute(sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values (${identifier}, now() - interval '1 day', ${new Date(Date.now() + aheadMs).toISOString()})`);
  return async (): Promise<number> => {
    const { rows } = await db.execute<{ at: number }>(sql`
      select extract(epoch from last_execution)::float8 * 1000 as at
      from graphile_worker._private_known_crontabs where identifier = ${identifier}`);
    return (rows[0]?.at ?? Number.NaN) - Date.now();
  };
}

test('a start sets the schedule back to now where a clock was ahead, and leaves what a clock may be apart', async () => {
  const [ahead, apart] = [await executed('ahead', 400 * dayMs), await executed('apart', 2 * hourMs)];
  const runner = startJobs(world.services);
  onTestFinished(() => runner.close());
  await expect.poll(ahead, { timeout: 60_000 }).toBeLessThanOrEqual(0);
  expect(await ahead()).toBeGreaterThan(-hourMs);
  expect(await apart()).toBeGreaterThan(hourMs);
});

test('a clock that is itself years behind sets nothing back, or the nights since then would come again', async () => {
  const ahead = await executed('behind', 400 * dayMs);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2015-01-01') });
  await setCronBack(world.services.pool, world.services.logger);
  vi.useRealTimers();
  expect(await ahead()).toBeGreaterThan(399 * dayMs);
});

test.each([
  ['cron:prematureTimer', -2 * dayMs, true],
  ['cron:prematureTimer', -2 * hourMs, false],
  ['cron:overdueTimer', 400 * dayMs, true],
  ['cron:overdueTimer', 2 * hourMs, false],
])('a running queue that meets %s, %d ms from the minute that it expects, starts again: %s', (event, ms, starts) => {
  const events = new EventEmitter();
  const restart = vi.fn();
  onClockSet(events, restart);
  const expectedTimestamp = Date.now();
  events.emit(event, { expectedTimestamp, currentTimestamp: expectedTimestamp + ms });
  expect(restart).toHaveBeenCalledTimes(starts ? 1 : 0);
});
