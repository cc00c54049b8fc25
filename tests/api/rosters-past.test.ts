import { afterAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { animals } from '#schema/rules/profile-name.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

async function picturesOf(client: Client): Promise<string[][]> {
  const { rows } = await client.query<{ pictures: string[] }>('select pictures from profiles order by id');
  return rows.map(({ pictures }) => pictures);
}

test('children of before get three animals each, their classes ask for them, and old servers’ children get some too', async () => {
  const url = await past.create(26);
  await connected(async (client) => {
    await client.query(
      `insert into profiles (id, name, animal) select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Mia', 'cat'
       from generate_series(1, 2500) n`,
    );
    await client.query(
      `insert into textbooks (id, name, short_code, hash_code) values ($1, 'Book', 'AB1', 'hash-code-of-the-book-1')`,
      [id(1)],
    );
    await client.query(
      `insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date)
       values ($1, 'CLASS1', 'hash-code-of-the-class-1', 'Class', $2, '2026-04-01', '2027-03-31')`,
      [id(2), id(1)],
    );
    await client.query('insert into class_profiles (class_id, profile_id) values ($1, $2)', [id(2), id(1)]);
    await migrateDatabase({ url, migrationsFolder });

    const { rows } = await client.query('select child_guard as guard, number from classes, class_profiles');
    expect(rows).toEqual([{ guard: 1, number: null }]);
    // As a server of the version before writes a profile.
    await client.query(`insert into profiles (id, name, animal) values ($1, 'Ben', 'fox')`, [id(9999)]);
    const drawn = await picturesOf(client);
    expect(drawn).toHaveLength(2501);
    expect(drawn.every((three) => new Set(three).size === 3)).toBe(true);
    expect(new Set(drawn.flat())).toEqual(new Set(animals));
    // Of 720 secrets 2500 draws show nearly all.
    expect(new Set(drawn.map((three) => three.join())).size).toBeGreaterThan(600);
  }, url);
});

test('children of before get a card each, and old servers’ children get one too', async () => {
  const url = await past.create(34);
  await connected(async (client) => {
    await client.query(
      `insert into profiles (id, name, animal) select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Mia', 'cat'
       from generate_series(1, 2500) n`,
    );
    await migrateDatabase({ url, migrationsFolder });
    // As a server of the version before writes a profile.
    await client.query(`insert into profiles (id, name, animal) values ($1, 'Ben', 'fox')`, [id(9999)]);
    const { rows } = await client.query<{ code: string }>('select card_code as code from profiles');
    expect(rows.filter(({ code }) => !/^[\w-]{24}$/.test(code))).toEqual([]);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(2501);
  }, url);
});

test('children whom staff wrote down before are told from those who came by a code', async () => {
  const url = await past.create(39);
  await connected(async (client) => {
    await client.query(
      `insert into textbooks (id, name, short_code, hash_code) values ($1, 'Book', 'AB1', 'hash-code-of-the-book-1')`,
      [id(1)],
    );
    await client.query(
      `insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date)
       values ($1, 'CLASS1', 'hash-code-of-the-class-1', 'Class', $2, '2026-04-01', '2027-03-31')`,
      [id(2), id(1)],
    );
    await client.query(`insert into profiles (id, name, animal) values ($1, 'Mia', 'cat'), ($2, 'Ben', 'fox')`, [
      id(3),
      id(4),
    ]);
    await client.query('insert into class_profiles (class_id, profile_id) values ($1, $2), ($1, $3)', [
      ...[id(2), id(3), id(4)],
    ]);
    await client.query(
      `insert into audit_log (id, actor_name, action, entity, entity_id, after)
       values ($1, 'Aya', 'create', 'profiles', $2, jsonb_build_object('classId', $3::text))`,
      [id(5), id(3), id(2)],
    );
    await migrateDatabase({ url, migrationsFolder });
    // As a server of the version before lets a child in.
    await client.query(`insert into profiles (id, name, animal) values ($1, 'Ken', 'owl')`, [id(6)]);
    await client.query('insert into class_profiles (class_id, profile_id) values ($1, $2)', [id(2), id(6)]);
    const { rows } = await client.query(
      'select profile_id, added_by_staff, waiting, by_old_code, admission from class_profiles, classes order by profile_id',
    );
    const column = (name: string) => rows.map((row: Record<string, unknown>) => row[name]);
    expect(column('added_by_staff')).toEqual([true, false, false]);
    expect([column('waiting'), column('by_old_code'), column('admission')]).toEqual([
      [false, false, false],
      [false, false, false],
      [0, 0, 0],
    ]);
  }, url);
});
