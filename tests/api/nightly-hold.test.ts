import { beforeEach, expect, test } from 'vitest';
import { doNow } from '#api/app/jobs/handlers.ts';
import { checkNight } from '#api/app/system/checks/upkeep.ts';
import { removeExpired } from '#api/domains/retention/clean-up.ts';
import { heldNight } from '#api/domains/retention/last-run.ts';
import { newId } from '#api/ground/db/ids.ts';
import { nightlyRuns } from '#api/ground/db/schema.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { daysAgo, makePast } from './nightly-past.ts';
import { aClass, makePlace } from './samples/place.ts';

const world = keptApi();
const db = () => world.services.db;
const night = () => doNow(world.services, removeExpired, new AbortController().signal);
const hoursAgo = (hours: number) => daysAgo(hours / 24);

beforeEach(async () => {
  await db().delete(nightlyRuns);
});

/** The last night was so many days ago; resolves to whether a class is still there whose time in the trash is over. */
async function lastNight(days: number) {
  const past = makePast(world);
  const { id } = await aClass(await makePlace(world));
  await past.deleted('classes', id, 31);
  const at = daysAgo(days);
  await db().insert(nightlyRuns).values({ id: newId(), startedAt: at, finishedAt: at, removed: {} });
  return () => past.has('classes', id);
}

test('forty days after the last night, one night is held back, and the next goes on by itself', async () => {
  const isKept = await lastNight(41);
  await night();
  expect(await isKept()).toBe(true);
  expect(await checkNight(db())).toMatchObject({ finding: 'held', state: 'warning' });
  expect(await heldNight(db())).toMatchObject({ days: 41 });
  // As when the queue catches up.
  await night();
  expect(await isKept()).toBe(true);
  await db().delete(nightlyRuns);
  const values = { id: newId(), startedAt: hoursAgo(21), finishedAt: hoursAgo(21), removed: { heldDays: 41 } };
  const isThere = await lastNight(42);
  await db().insert(nightlyRuns).values(values);
  await night();
  expect([await isKept(), await isThere()]).toEqual([false, false]);
  expect((await checkNight(db())).finding).toBe('ok');
  expect(await heldNight(db())).toBeUndefined();
});

test('a night that was held back while the clock was ahead lets no later one go on', async () => {
  const isKept = await lastNight(41);
  const ahead = daysAgo(-300);
  await db()
    .insert(nightlyRuns)
    .values({ id: newId(), startedAt: ahead, finishedAt: ahead, removed: { heldDays: 341 } });
  await night();
  expect(await isKept()).toBe(true);
});

test('a pause of a few weeks, and the first night of an installation, hold nothing back', async () => {
  const isKept = await lastNight(39);
  await night();
  expect(await isKept()).toBe(false);
  await db().delete(nightlyRuns);
  const isThere = await lastNight(1);
  await db().delete(nightlyRuns);
  await night();
  expect(await isThere()).toBe(false);
});
