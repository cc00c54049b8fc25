import { expect, test } from 'vitest';
import { removePageViews } from '#api/domains/retention/retention.ts';
import { withUsageLock } from '#api/domains/usage/lock.ts';
import { createPartitions, createPartitionsAhead } from '#api/domains/usage/months.ts';
import { keepViews, wrongRollups } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { daysAgo } from './nightly-past.ts';
import { connected } from './scratch-database.ts';

const world = keptApi();

const month = (at: Date) => `page_views_${at.toISOString().slice(0, 7).replace('-', '_')}`;
const now = new Date();
const inMonths = (count: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 15));

async function kept(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await world.services.pool.query<{ name: string; count: number }>(
    'select tableoid::regclass::text as name, count(*)::int as count from page_views group by 1',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function partitions(): Promise<string[]> {
  const { rows } = await world.services.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'page_views'::regclass order by name`,
  );
  return rows.map(({ name }) => name);
}

test('the months until the one after next are open, and opening them again changes nothing', async () => {
  const open = await partitions();
  for (const count of [-1, 0, 1, 2]) expect(open).toContain(month(inMonths(count)));
  await createPartitionsAhead(world.services);
  expect(await partitions()).toEqual(open);
});

test('a view of a month without a partition waits in the default one, until its month is opened', async () => {
  const startedAt = new Date('2012-02-29T12:00:00Z');
  await keepViews(world.services, { startedAt }, { startedAt: new Date('2012-03-01T00:00:00Z') });
  const before = await kept();
  await withUsageLock(world.services.db, (tx) => createPartitions(tx, startedAt, startedAt));
  expect(await kept()).toEqual({ ...before, page_views_default: 1, page_views_2012_02: 1 });
  expect(await wrongRollups(world.services)).toEqual([]);
});

test('what is kept no longer goes by whole days and whole months, in the reports too', async () => {
  const { services } = world;
  const ancient = await services.pool.query("select from page_views where started_at < '2015-01-01'");
  const old = ancient.rowCount ?? 0;
  await withUsageLock(services.db, (tx) => createPartitions(tx, daysAgo(800), daysAgo(300)));
  await keepViews(services, ...[800, 760, 500, 403, 402, 401, 399, 398].map((days) => ({ startedAt: daysAgo(days) })));
  const before = (await services.pool.query<{ count: number }>('select count(*)::int as count from page_views')).rows;
  const night = { services, signal: new AbortController().signal };
  expect(await removePageViews(night, 400)).toBe(6 + old);
  const after = (await services.pool.query<{ count: number }>('select count(*)::int as count from page_views')).rows;
  expect((before[0]?.count ?? 0) - (after[0]?.count ?? 0)).toBe(6 + old);
  expect(await partitions()).not.toContain(month(daysAgo(800)));
  expect(await partitions()).toContain(month(daysAgo(398)));
  expect(await wrongRollups(services)).toEqual([]);
  expect(await removePageViews(night, 400)).toBe(0);
  expect(await removePageViews(night, 0)).toBe(0);
});

test('who reads page views for long keeps months from coming and going, and nobody else from anything', async () => {
  const { services } = world;
  const startedAt = new Date('2013-05-05T12:00:00Z');
  await keepViews(services, { startedAt });
  const night = { services, signal: new AbortController().signal };
  await connected(async (reader) => {
    await reader.query('begin; declare reading cursor for select from page_views; fetch 1 from reading');
    const opening = withUsageLock(services.db, (tx) => createPartitions(tx, startedAt, startedAt));
    await expect(opening).rejects.toMatchObject({ cause: { code: '55P03' } });
    await services.pool.query('select count(*) from page_views');
    await keepViews(services, { startedAt });
    await reader.query('commit');
  }, world.databaseUrl);
  await withUsageLock(services.db, (tx) => createPartitions(tx, startedAt, startedAt));
  expect(await kept()).toMatchObject({ page_views_2013_05: 2 });
  await connected(async (reader) => {
    await reader.query('begin; declare reading cursor for select from page_views; fetch 1 from reading');
    await expect(removePageViews(night, 400)).rejects.toMatchObject({ cause: { code: '55P03' } });
    await reader.query('commit');
  }, world.databaseUrl);
  expect(await kept()).toMatchObject({ page_views_2013_05: 2 });
  expect(await removePageViews(night, 400)).toBeGreaterThan(1);
  expect(await wrongRollups(services)).toEqual([]);
});
