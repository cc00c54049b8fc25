import { afterEach, expect, test } from 'vitest';
import { checkBackup, checkNight, checkRestore } from '#api/app/system/checks/upkeep.ts';
import { lastRun } from '#api/domains/retention/last-run.ts';
import { newId } from '#api/ground/db/ids.ts';
import { lastMaintenanceRun } from '#api/ground/db/maintenance-runs.ts';
import { maintenanceRuns, nightlyRuns } from '#api/ground/db/schema.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();
const db = () => world.services.db;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const yearHours = 366 * 24;

afterEach(async () => {
  await db().delete(nightlyRuns);
  await db().delete(maintenanceRuns);
});

async function night(hours: number): Promise<void> {
  const at = hoursFromNow(hours);
  await db().insert(nightlyRuns).values({ id: newId(), startedAt: at, finishedAt: at, removed: {} });
}

async function run(kind: 'backup' | 'restore_check', hours: number): Promise<void> {
  const at = hoursFromNow(hours);
  await db().insert(maintenanceRuns).values({ id: newId(), kind, outcome: 'done', startedAt: at, finishedAt: at });
}

test('a night that is dated in the future is no proof of the last one', async () => {
  await night(yearHours);
  expect(await checkNight(db())).toMatchObject({ finding: 'ahead', state: 'wrong', values: [{ value: '366' }] });
  // As the gauges and the list of retention show it.
  expect(await lastRun(db())).toBeUndefined();
  await night(-30);
  expect((await checkNight(db())).finding).toBe('ahead');
  await night(-3);
  expect((await checkNight(db())).finding).toBe('ok');
});

test.each([
  ['backup', checkBackup, -30, -3],
  ['restore_check', checkRestore, -101 * 24, -99 * 24],
] as const)('a %s that is dated in the future is no proof either', async (kind, check, late, fresh) => {
  await run(kind, yearHours);
  expect((await check(db())).finding).toBe('ahead');
  expect(await lastMaintenanceRun(db(), kind)).toBeUndefined();
  await run(kind, late);
  expect((await check(db())).finding).toBe('ahead');
  await run(kind, fresh);
  expect((await check(db())).finding).toBe('ok');
});

test('what another machine’s clock has dated a little ahead counts', async () => {
  await night(0.2);
  await run('backup', 0.2);
  expect((await checkNight(db())).finding).toBe('ok');
  expect((await checkBackup(db())).finding).toBe('ok');
});
