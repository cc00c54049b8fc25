import { afterAll, expect, test } from 'vitest';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { readJournal } from '#api/ground/db/migration-files.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

test('a school of before has no settings of its own, and its page views keep the installation’s days', async () => {
  const journal = await readJournal(migrationsFolder);
  const url = await past.create(journal.findIndex(({ tag }) => tag.endsWith('_school_settings')));
  await connected(async (client) => {
    const id = '00000000-0000-7000-8000-000000000001';
    await client.query(`insert into schools (id, name) values ($1, 'Star school')`, [id]);
    const view = `insert into page_views (event_id, name, page_url, visitor, duration_ms, started_at)
      values (gen_random_uuid(), 'Class', '/student', $1, 5, $2)`;
    await client.query(view, [id, '2026-04-01T00:00:00Z']);

    await migrateDatabase({ url, migrationsFolder });

    // As servers of the release before write it.
    await client.query(view, [id, '2026-11-25T00:00:00Z']);
    const settings = 'time_zone, language, approval, retention_months, works_per_day, storage_megabytes';
    const { rows } = await client.query(`select ${settings} from schools`);
    const none = { language: 0, approval: 0, retention_months: 0, works_per_day: 0, storage_megabytes: 0 };
    expect(rows).toEqual([{ time_zone: '', ...none }]);
    const views = await client.query('select time_zone from page_views');
    expect(views.rows).toEqual([{ time_zone: null }, { time_zone: null }]);
  }, url);
});
