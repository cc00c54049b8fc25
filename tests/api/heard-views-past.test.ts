import { afterAll, expect, test } from 'vitest';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { readJournal } from '#api/ground/db/migration-files.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

test('a page view of before was heard by nobody, and servers of the release before go on writing', async () => {
  const journal = await readJournal(migrationsFolder);
  const url = await past.create(journal.findIndex(({ tag }) => tag.endsWith('_heard_page_views')));
  await connected(async (client) => {
    const view = { name: 'Content', page_url: '/student', visitor: '00000000-0000-7000-8000-000000000001' };
    const row = { ...view, duration_ms: 5, started_at: '2026-04-01T00:00:00Z', received_at: '2026-04-01T00:00:05Z' };
    // As those servers do: all columns of the table, from rows that know fewer.
    const write = (event_id: string) =>
      client.query(`insert into page_views select * from json_populate_recordset(null::page_views, $1::json)`, [
        JSON.stringify([{ ...row, event_id }]),
      ]);
    await write('00000000-0000-7000-8000-000000000002');

    await migrateDatabase({ url, migrationsFolder });

    await write('00000000-0000-7000-8000-000000000003');
    const { rows } = await client.query('select heard from page_views');
    expect(rows).toEqual([{ heard: null }, { heard: null }]);
  }, url);
});
