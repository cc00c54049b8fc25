import { count, eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { pageViews, usagePending } from '#api/ground/db/schema.ts';
import { createLog } from '#api/ground/log.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import { doNow } from '#api/app/jobs/handlers.ts';
import { rollupTimeZone, withRollupLock } from '#api/domains/usage/lock.ts';
import { forgetBefore, prepareUsage } from '#api/domains/usage/months.ts';
import { rebuild } from '#api/domains/usage/rebuild.ts';
import { addUpPageViews, createRollupUpdates } from '#api/domains/usage/rollup-updates.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { usageByDay, usageReport } from '#schema/rest/reports.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews, wrongRollups } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { plainView } from './samples/plain-view.ts';
import { daysAgo } from './nightly-past.ts';
import { addStaff, send, tokenOf } from './school.ts';

const world = keptApi();
const db = () => world.services.db;
let token: string;
beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

/** Another process's connections to the same database. */
function anotherProcess() {
  const { db: other, close } = createDatabase(world.databaseUrl, { max: 3 });
  onTestFinished(close);
  return other;
}

/** Runs work under the rollup lock and keeps its transaction open until `end`. */
async function keptOpen(work: (tx: Parameters<Parameters<typeof withRollupLock>[1]>[0]) => Promise<unknown>) {
  let end = () => {};
  const mayEnd = new Promise<void>((resolve) => (end = resolve));
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const done = withRollupLock(anotherProcess(), async (tx) => {
    await work(tx);
    begun();
    await mayEnd;
  });
  onTestFinished(end);
  await Promise.race([hasBegun, done]);
  return { end: () => (end(), done) };
}

const body = () => ({
  eventId: newId(),
  sessionKey: newId(),
  name: 'Units',
  pageUrl: '/student/unit-list',
  duration: 0,
});
const stored = async (ids: readonly string[]) => db().$count(pageViews, inArray(pageViews.eventId, [...ids]));
const pending = () => db().$count(usagePending);

// Taken once, so that a midnight in between changes no sum.
const [dayBefore, dayAfterNext] = [1, -2].map((days) => schoolDay('Asia/Tokyo', daysAgo(days)));

/** The visitors of the last days in the whole school, as they are added up. */
async function visitors(): Promise<number> {
  const { rows } = await world.services.pool.query<{ visitors: number }>(
    `select coalesce(sum(visitors), 0)::int as visitors from usage_totals where day >= $1 and class_id is null
      and textbook_id is null and lesson_id is null and content_type is null`,
    [dayBefore],
  );
  return rows[0]?.visitors ?? 0;
}

/** The views since yesterday, as the report has them. */
async function reportedViews(): Promise<number> {
  const query = { From: dayBefore, To: dayAfterNext };
  const { items } = await answerOf(usageByDay, send(world, usageByDay, { token, query }));
  return items.reduce((sum, { views }) => sum + views, 0);
}

describe('while somebody holds the rollups', () => {
  test.each<[string, Parameters<typeof keptOpen>[0]]>([
    ['rebuilds them', async (tx) => rebuild(tx, (await rollupTimeZone(tx)) ?? 'UTC')],
    ['forgets old days', (tx) => forgetBefore(tx, schoolDay('Asia/Tokyo', daysAgo(30)), 'Asia/Tokyo')],
  ])('and %s, page views are stored and answered, and afterwards all is added up', async (_, work) => {
    const before = body();
    await send(world, recordPageView, { body: before }).expect(204);
    const rebuilding = await keptOpen(work);
    const sent = Array.from({ length: 30 }, body);
    await Promise.all(sent.map((one) => send(world, recordPageView, { body: one }).expect(204)));
    // One that was not added up before the rebuild began goes on growing.
    await send(world, recordPageView, { body: { ...before, duration: 1 } }).expect(204);
    expect(await stored(sent.map(({ eventId }) => eventId))).toBe(30);
    // Reports have their last state.
    const reported = await reportedViews();
    await rebuilding.end();
    expect(await reportedViews()).toBeGreaterThanOrEqual(reported + 30);
    expect(await wrongRollups(world.services)).toEqual([]);
  });

  test('the next report has what was stored meanwhile', async () => {
    const before = await reportedViews();
    await storePageViews(db(), [plainView(), plainView()]);
    expect(await reportedViews()).toBe(before + 2);
    expect(await pending()).toBe(0);
  });
});

describe('several processes', () => {
  test('that get the same events at once store each of them once, as long as the longest message says', async () => {
    const processes = [db(), anotherProcess(), anotherProcess(), anotherProcess()];
    for (let round = 1; round <= 10; round += 1) {
      const events = Array.from({ length: 20 }, () => ({ eventId: newId(), sessionKey: newId() }));
      const viewsOf = (at: number) =>
        events.map((event) => plainView({ sent: { ...event, duration: 1000 * (at + 1) } }));
      // Each process has them in another order.
      await Promise.all(processes.map((one, at) => storePageViews(one, at % 2 ? viewsOf(at).reverse() : viewsOf(at))));
      const rows = await db()
        .select({ duration: pageViews.durationMs, times: count() })
        .from(pageViews)
        .where(
          inArray(
            pageViews.eventId,
            events.map(({ eventId }) => eventId),
          ),
        )
        .groupBy(pageViews.durationMs);
      expect(rows).toEqual([{ duration: 4000, times: 20 }]);
    }
    expect(await wrongRollups(world.services)).toEqual([]);
  });

  test('that add up at once count each visitor once', async () => {
    await wrongRollups(world.services);
    const before = await visitors();
    const processes = [anotherProcess(), anotherProcess(), anotherProcess()].map((one) => ({
      one,
      updates: createRollupUpdates({ db: one, logger: createLog('silent') }),
    }));
    const [rounds, children] = [12, 10];
    for (let round = 0; round < rounds; round += 1) {
      const sessions = Array.from({ length: children }, newId);
      // At the same moment, so that all are of one day.
      const startedAt = new Date(Date.now() - 50_000);
      const work = processes.map(async ({ one, updates }) => {
        await storePageViews(
          one,
          sessions.map((sessionKey) => plainView({ startedAt, sent: { sessionKey } })),
        );
        await updates.now();
      });
      await Promise.all(work);
    }
    expect(await pending()).toBe(0);
    expect((await visitors()) - before).toBe(rounds * children);
    expect(await wrongRollups(world.services)).toEqual([]);
  });
});

describe('what a process stored and did not add up before it died', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the next start', () => prepareUsage(world.services)],
    ["the minute's job", () => doNow(world.services, addUpPageViews, new AbortController().signal)],
    ['the next report', () => reportedViews()],
  ])('is added up by %s', async (_, next) => {
    await storePageViews(anotherProcess(), [plainView(), plainView()]);
    expect(await pending()).toBe(2);
    await next();
    expect(await pending()).toBe(0);
    expect(await wrongRollups(world.services)).toEqual([]);
  });

  test('is dropped when the page view is gone, and does not keep back the others', async () => {
    const [gone, there] = [plainView(), plainView()];
    await storePageViews(db(), [gone, there]);
    await db().delete(pageViews).where(eq(pageViews.eventId, gone.sent.eventId));
    await world.services.rollups.now();
    expect(await pending()).toBe(0);
    expect(await wrongRollups(world.services)).toEqual([]);
  });

  test('is not in what the check compares, and stays for later after a rebuild', async () => {
    await keepViews(world.services, {});
    const event = { eventId: newId(), sessionKey: newId() };
    await storePageViews(db(), [plainView({ sent: event }), plainView()]);
    await world.services.rollups.now();
    await storePageViews(db(), [plainView({ sent: { ...event, duration: 900 } }), plainView()]);
    const waiting = await pending();
    expect(waiting).toBe(2);
    const before = await visitors();
    const open = await keptOpen(async (tx) => rebuild(tx, (await rollupTimeZone(tx)) ?? 'UTC'));
    await open.end();
    expect(await pending()).toBe(waiting);
    expect(await visitors()).toBe(before);
    expect(await wrongRollups(world.services)).toEqual([]);
  });
});

test('a report that fails in nothing but its adding up is answered', async () => {
  const open = await keptOpen(() => Promise.resolve());
  const query = { From: '2026-01-01', To: '2026-01-02' };
  await storePageViews(db(), [plainView()]);
  await send(world, usageReport, { token, query }).expect(200);
  await open.end();
});
