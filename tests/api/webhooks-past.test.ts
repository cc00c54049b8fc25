import { afterAll, expect, test } from 'vitest';
import { webhookPage } from '#api/domains/webhooks/list.ts';
import { createDatabase } from '#api/ground/db/client.ts';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { webhooks } from '#schema/rest/webhooks.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('the messages of before that wait and that failed are counted by an index of each, among 200,000', async () => {
  const url = await past.create(64);
  await connected(async (client) => {
    await client.query(
      `insert into webhooks (id, name, url, events, sealed_secret, cursors)
       values ($1, 'Sync', 'https://sync.test/', '{user.updated}', repeat('s', 80), '{}')`,
      [id(1)],
    );
    // Of a thousand, one failed, one test message failed and one waits.
    await client.query(
      `insert into webhook_deliveries (id, webhook_id, type, occurred_at, state, next_try_at)
       select gen_random_uuid(), $1, case n % 1000 when 1 then 'ping' else 'user.updated' end, now(),
         case n % 1000 when 0 then 'failed' when 1 then 'failed' when 2 then 'waiting' else 'delivered' end,
         case n % 1000 when 2 then now() end
       from generate_series(1, 200000) n`,
      [id(1)],
    );
    await migrateDatabase({ url, migrationsFolder });
    await client.query('vacuum analyze webhook_deliveries');
  }, url);
  const { db, pool, close } = createDatabase(url, { max: 1 });
  const sent: string[] = [];
  pool.on('connect', (client) => {
    const query: unknown = Reflect.get(client, 'query');
    if (typeof query !== 'function') throw new Error('A client has no queries');
    Reflect.set(client, 'query', (...given: [{ readonly text?: string }]): unknown => {
      sent.push(given[0].text ?? '');
      const answer: unknown = Reflect.apply(query, client, given);
      return answer;
    });
  });
  try {
    const { items } = await webhookPage({ db }, webhooks.query.parse({}));
    expect(items).toMatchObject([{ waitingCount: 200, failedCount: 200 }]);
    // As the list asks, with one plan for all values.
    const asked = sent.filter((text) => text.includes('webhook_deliveries'));
    expect(asked).toHaveLength(1);
    const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${asked[0] ?? ''}`);
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Only Scan using webhook_deliveries_failed_idx');
    expect(text).toMatch(/Index (Only )?Scan using webhook_deliveries_waiting_idx/);
  } finally {
    await close();
  }
});
