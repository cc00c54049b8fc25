import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { refreshFamilies } from '#api/ground/db/schema.ts';
import { forgetExpired } from '#api/domains/auth/clean-up.ts';
import { forgetFailed } from '#api/ground/jobs/forget-failed.ts';
import { jobHandlers } from '#api/app/jobs/handlers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { sourceFiles } from '#tests/support/source-files.ts';
import { addStaff } from './school.ts';

const world = keptApi();

/** A session that ended long ago, which the housekeeping removes. */
async function addOldSession(): Promise<void> {
  const { id: userId } = await addStaff(world, { role: 'Teacher' });
  const longAgo = new Date('2020-01-01');
  await world.services.db.insert(refreshFamilies).values({ id: newId(), userId, expiresAt: longAgo });
}

const oldSessions = () =>
  world.services.db.$count(refreshFamilies, sql`${refreshFamilies.expiresAt} < now() - interval '30 days'`);

async function waiting(): Promise<number> {
  const { rows } = await world.services.db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker.jobs`,
  );
  return rows[0]?.count ?? 0;
}

describe('a job', () => {
  test('is done soon after its transaction is committed, and leaves nothing behind', async () => {
    const { db, jobs } = world.services;
    await addOldSession();
    await db.transaction((tx) => jobs.add(tx, forgetExpired, {}));
    await expect.poll(oldSessions, { timeout: 60_000 }).toBe(0);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  });

  test('is not there when its transaction is rolled back', async () => {
    const { db, jobs } = world.services;
    const change = db.transaction(async (tx) => {
      await jobs.add(tx, forgetExpired, {}, { runAt: new Date('2100-01-01') });
      throw new Error('changed my mind');
    });
    await expect(change).rejects.toThrow('changed my mind');
    expect(await waiting()).toBe(0);
  });

  test('replaces the waiting one of its key', async () => {
    const { db, jobs } = world.services;
    const later = { key: 'one', runAt: new Date('2100-01-01') };
    for (let times = 0; times < 2; times += 1) await jobs.add(db, forgetExpired, {}, later);
    expect(await waiting()).toBe(1);
  });
});

test('jobs that failed for good a month ago are forgotten', async () => {
  const { db, jobs } = world.services;
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  for (const key of ['old', 'new']) await jobs.add(db, forgetExpired, {}, { key, runAt: new Date('2100-01-01') });
  await db.execute(sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs))`);
  await db.execute(
    sql`update graphile_worker._private_jobs set updated_at = now() - interval '31 days' where key = 'old'`,
  );
  await jobs.add(db, forgetFailed, {});
  const keys = async () => (await db.execute(sql`select key from graphile_worker.jobs`)).rows;
  await expect.poll(keys, { timeout: 60_000 }).toEqual([{ key: 'new' }]);
});

test('every declared job has one handler', () => {
  const declared = sourceFiles('api').flatMap(({ text }) =>
    [...text.matchAll(/declare(?:Clock)?Job\(\s*'(\w+)'/g)].map(([, name]) => name),
  );
  expect(declared.length).toBeGreaterThan(10);
  const handled = jobHandlers(world.services).map(({ name }) => name);
  expect(handled.sort()).toEqual(declared.sort());
});
