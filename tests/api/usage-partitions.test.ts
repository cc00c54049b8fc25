import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { pageViews } from '#api/ground/db/schema.ts';
import { createPartitions, dropPartitions } from '#api/domains/usage/partitions.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { wrongRollups } from '#tests/support/kept-views.ts';
import { ownWorld } from '#tests/support/world.ts';
import { plainView } from './samples/plain-view.ts';

// It has months of its own.
const world = ownWorld({ gateway: false });
const db = () => world.services.db;

async function connection() {
  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A writer that fails when it waits for a lock longer than any of these requests may. */
function impatientWriter() {
  const url = new URL(world.databaseUrl);
  url.searchParams.set('options', '-c lock_timeout=1500');
  const { db: writer, close } = createDatabase(url.href, { max: 1 });
  onTestFinished(close);
  return writer;
}

/** Resolves when somebody waits for a lock on a table. */
const waitedFor = (client: Client, table: string) =>
  expect
    .poll(async () => {
      const { rowCount } = await client.query(
        'select from pg_locks where not granted and relation = $1::regclass and database = (select oid from pg_database where datname = current_database())',
        [table],
      );
      return rowCount;
    })
    .toBe(1);

/** Page views of a month without a partition lie in the default one. */
async function viewIn(month: string): Promise<string> {
  const eventId = newId();
  const startedAt = new Date(`${month}-10T12:00:00Z`);
  await storePageViews(db(), [
    plainView({ stale: true, startedAt, receivedAt: new Date(startedAt.getTime() + 50_000), sent: { eventId } }),
  ]);
  return eventId;
}

async function partitionOf(eventId: string): Promise<string | undefined> {
  const { rows } = await world.services.pool.query<{ name: string }>(
    'select tableoid::regclass::text as name from page_views where event_id = $1',
    [eventId],
  );
  return rows[0]?.name;
}

const june = [new Date('2021-06-01T00:00:00Z'), new Date('2021-06-02T00:00:00Z')] as const;

test('while a long report reads page views, writers go on, whoever wants to drop a month', async () => {
  await createPartitions(db(), ...june);
  const [reader, observer] = [await connection(), await connection()];
  await reader.query('begin; select count(*) from page_views');
  const dropping = dropPartitions(db(), new Date('2021-07-02T00:00:00Z'));
  await waitedFor(observer, 'page_views');
  const view = plainView();
  await storePageViews(impatientWriter(), [view]);
  expect(await db().$count(pageViews, eq(pageViews.eventId, view.sent.eventId))).toBe(1);
  await reader.query('commit');
  await dropping;
  const { rows } = await observer.query<{ name: string | null }>(`select to_regclass('page_views_2021_06') as name`);
  expect(rows).toEqual([{ name: null }]);
});

test('while a long report reads page views, writers go on, whoever wants to add a month', async () => {
  const eventId = await viewIn('2021-08');
  expect(await partitionOf(eventId)).toBe('page_views_default');
  const [reader, observer] = [await connection(), await connection()];
  await reader.query('begin; select count(*) from page_views');
  const day = new Date('2021-08-03T00:00:00Z');
  const creating = createPartitions(db(), day, day);
  await waitedFor(observer, 'page_views_default');
  // It looks for an earlier message in all months.
  const view = plainView({ stale: true });
  await storePageViews(impatientWriter(), [view]);
  expect(await db().$count(pageViews, eq(pageViews.eventId, view.sent.eventId))).toBe(1);
  await reader.query('commit');
  await creating;
  expect(await partitionOf(eventId)).toBe('page_views_2021_08');
  expect(await wrongRollups(world.services)).toEqual([]);
});

test('a page view that comes into the default partition while its month is added is in the month', async () => {
  const [writer, observer] = [await connection(), await connection()];
  await writer.query('begin');
  const eventId = newId();
  await writer.query(
    `insert into page_views (event_id, name, page_url, visitor, duration_ms, started_at)
     values ($1, 'Units', '/student', $1, 5, '2021-09-10T12:00:00Z')`,
    [eventId],
  );
  const day = new Date('2021-09-03T00:00:00Z');
  const creating = createPartitions(db(), day, day);
  await waitedFor(observer, 'page_views_default');
  await writer.query('commit');
  await creating;
  expect(await partitionOf(eventId)).toBe('page_views_2021_09');
});
