import { afterAll, expect, test } from 'vitest';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('merges of before are read from the audit log: chains, the last deletion of each, none of a child that is back', async () => {
  const url = await past.create(65);
  await connected(async (client) => {
    const profile = async (n: number, deletedAt: string | null) =>
      client.query(`insert into profiles (id, name, animal, deleted_at) values ($1, 'Ren', 'fox', $2)`, [
        id(n),
        deletedAt,
      ]);
    const log = async (n: number, at: string, action: string, before: object) =>
      client.query(
        `insert into audit_log (id, at, actor_name, action, entity, entity_id, before, search_text)
         values (gen_random_uuid(), $1, 'Kato', $2, 'profiles', $3, $4, '')`,
        [at, action, id(n), JSON.stringify(before)],
      );
    const merged = (n: number, into: number, at: string) => log(n, at, 'delete', { name: 'Ren', mergedInto: id(into) });
    await profile(1, null);
    // 2 went into 3, which went into 1 later; 4 went into 1 and has been purged.
    await profile(2, '2026-04-01');
    await profile(3, '2026-05-01');
    await merged(2, 3, '2026-04-01');
    await merged(3, 1, '2026-05-01');
    await merged(4, 1, '2026-03-01');
    // 5 came back; 6 came back and then went by itself; 7 went into a child who was erased.
    await profile(5, null);
    await merged(5, 1, '2026-04-01');
    await profile(6, '2026-06-01');
    await merged(6, 1, '2026-04-01');
    await log(6, '2026-06-01', 'delete', { name: 'Ren' });
    await profile(7, '2026-04-01');
    await merged(7, 8, '2026-04-01');
    await migrateDatabase({ url, migrationsFolder });
    const { rows } = await client.query('select id, into_id as into from merged_profiles order by id');
    expect(rows).toEqual([2, 3, 4].map((n) => ({ id: id(n), into: id(1) })));
  }, url);
});
