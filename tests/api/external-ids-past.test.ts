import { afterAll, expect, test } from 'vitest';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('rows of before have no external ID, live codes stay unique, and a deleted class’s code is free', async () => {
  const url = await past.create(31);
  await connected(async (client) => {
    const insertClass = (n: number, code: string, deleted: boolean) =>
      client.query(
        `insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date, deleted_at)
         values ($1, $2, $3, 'Class', $4, '2026-04-01', '2027-03-31', case when $5 then now() end)`,
        [id(n), code, `hash-code-of-the-class-${n}`, id(1), deleted],
      );
    await client.query(
      `insert into textbooks (id, name, short_code, hash_code) values ($1, 'Book', 'AB1', 'hash-code-of-the-book-1')`,
      [id(1)],
    );
    await client.query(
      `insert into users (id, first_name, last_name, email, role) values ($1, 'Aya', 'Mori', 'aya@school.test', 'Teacher')`,
      [id(2)],
    );
    await insertClass(3, 'LIVE1', false);
    await insertClass(4, 'GONE1', true);
    await expect(insertClass(5, 'GONE1', false)).rejects.toMatchObject({ constraint: 'classes_class_code_unique' });
    await migrateDatabase({ url, migrationsFolder });

    const { rows } = await client.query(
      'select external_id from users union all select external_id from classes order by external_id',
    );
    expect(rows).toEqual([{ external_id: null }, { external_id: null }, { external_id: null }]);
    // As servers of the version before write a class, and know the violation.
    await insertClass(5, 'GONE1', false);
    await expect(insertClass(6, 'LIVE1', false)).rejects.toMatchObject({ constraint: 'classes_class_code_unique' });
    await insertClass(6, 'LIVE1', true);
    for (const table of ['users', 'classes'])
      await expect(client.query(`update ${table} set external_id = ''`)).rejects.toMatchObject({
        constraint: `${table}_external_id_length`,
      });
    await client.query(`update classes set external_id = 'X' where id = $1`, [id(3)]);
    await expect(client.query(`update classes set external_id = 'X' where id = $1`, [id(5)])).rejects.toMatchObject({
      constraint: 'classes_external_id_unique',
    });
  }, url);
});
