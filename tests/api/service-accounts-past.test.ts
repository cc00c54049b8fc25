import { afterAll, expect, test } from 'vitest';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { readMigrations } from '#api/ground/db/migration-files.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('whoever was there is a person, whose last name is needed as before', async () => {
  const migrations = await readMigrations(migrationsFolder);
  const url = await past.create(migrations.findIndex(({ tag }) => tag.endsWith('_service_accounts')));
  await connected(async (client) => {
    const insertUser = (n: number, lastName: string) =>
      client.query(
        `insert into users (id, first_name, last_name, email, role) values ($1, 'Aya', $2, $3, 'Administrator')`,
        [id(n), lastName, `user-${n}@school.test`],
      );
    const keep = (n: number) =>
      client.query(
        `insert into api_keys (id, owner_id, name, key_hash, last_four, scopes) values ($1, $1, 'Sync', $2, 'abcd', '{User:read}')`,
        [id(n), String(n).repeat(64)],
      );
    await insertUser(1, 'Mori');
    await keep(1);
    await migrateDatabase({ url, migrationsFolder });

    const { rows } = await client.query('select last_name, service_account from users');
    expect(rows).toEqual([{ last_name: 'Mori', service_account: false }]);
    expect((await client.query('select name from api_keys')).rows).toEqual([{ name: 'Sync' }]);
    // As servers of the version before write a person.
    await insertUser(2, 'Ito');
    await expect(insertUser(3, '')).rejects.toMatchObject({ constraint: 'users_person_has_two_names' });
    const become = (change: string) =>
      client.query(`update users set service_account = true, ${change} where id = $1`, [id(2)]);
    for (const change of [`last_name = ''`, `deleted_at = now(), password_hash = 'x'`])
      await expect(become(change)).rejects.toMatchObject({ constraint: 'users_service_account_hidden' });
    await become(`last_name = '', deleted_at = now()`);
  }, url);
});
