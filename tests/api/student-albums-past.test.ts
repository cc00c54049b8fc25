import { afterAll, expect, test } from 'vitest';
import { readJournal } from '#api/ground/db/migration-files.ts';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

test('an album of before has no kept works, and servers of the release before go on making albums', async () => {
  const journal = await readJournal(migrationsFolder);
  const url = await past.create(journal.findIndex(({ tag }) => tag.endsWith('_album_works')));
  await connected(async (client) => {
    const [school, child, room] = [1, 2, 3].map((digit) => `00000000-0000-7000-8000-00000000000${digit}`);
    await client.query(`insert into schools (id, name) values ($1, 'Star school')`, [school]);
    await client.query(`insert into profiles (id, name, animal) values ($1, 'Hana', 'fox')`, [child]);
    const album = (letter: string) =>
      client.query(
        `insert into student_albums (id, profile_id, school_id, class_ids, days, token_hash, storage_key, state)
         values (gen_random_uuid(), $1, $2, array[$3::uuid], 3, repeat($4, 64), repeat($4, 20), 'failed')`,
        [child, school, room, letter],
      );
    await album('a');
    await migrateDatabase({ url, migrationsFolder });
    await album('b');
    const { rows } = await client.query('select work_ids from student_albums');
    expect(rows).toEqual([{ work_ids: [] }, { work_ids: [] }]);
  }, url);
});
