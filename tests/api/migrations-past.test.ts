import { tmpdir } from 'node:os';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '#api/ground/db/client.ts';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareUsage } from '#api/domains/usage/months.ts';
import { visitorOf } from '#api/domains/usage/page-view.ts';
import { keepViews, wrongRollups } from '#tests/support/kept-views.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

// As servers wrote a page view before migration 0012.
const write = `
  insert into page_views as kept (event_id, name, page_url, session_key, profile_id, ip_address, os, browser_version,
    duration_ms, started_at)
  values ($1, 'n', '/', $2, $3, '203.0.113.0', 'iPadOS 18', '18.1', $4, now())
  on conflict (event_id) do update set duration_ms = excluded.duration_ms, received_at = excluded.received_at
  where excluded.duration_ms > kept.duration_ms`;
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('books with short codes that read alike stop the migration with their names and what to do', async () => {
  const url = await past.create(4);
  await connected(async (client) => {
    const insert = (n: number, code: string, name: string) =>
      client.query('insert into textbooks (id, name, short_code, hash_code) values ($1, $2, $3, $4)', [
        id(n),
        name,
        code,
        `hash-code-of-the-book-${n}`,
      ]);
    await insert(1, 'AB-1', 'Green');
    await insert(2, 'ABI', 'Blue');
    await insert(3, 'CD1', 'Red');
    await expect(migrateDatabase({ url, migrationsFolder })).rejects.toThrow(
      /^0004_folded_short_codes failed: some textbooks have short codes that read alike.*"AB-1" \(Green\) and "ABI" \(Blue\)\nStart the version that ran before, change all but one/s,
    );
    await client.query(`update textbooks set short_code = 'EF2' where name = 'Blue'`);
    await migrateDatabase({ url, migrationsFolder });
  }, url);
});

test('servers of before go on writing page views while they get their visitor, and new ones count them all', async () => {
  const url = await past.create(12);
  await connected(async (client) => {
    await client.query(
      `insert into page_views (event_id, name, page_url, session_key, duration_ms, started_at)
       select gen_random_uuid(), 'n', '/', gen_random_uuid(), 1, now() - n * interval '1 minute'
       from generate_series(1, 20000) as n`,
    );
    // A write that has to wait for longer fails, and the test with it.
    const writer = new Client({ connectionString: url, statement_timeout: 5_000 });
    await writer.connect();
    const migration = { running: true };
    const writing = (async () => {
      let written = 0;
      for (; migration.running; written += 1) {
        await writer.query(write, [id(written), id(9), null, 1]);
        await writer.query(write, [id(written), id(9), null, 2]);
      }
      return written;
    })();
    await migrateDatabase({ url, migrationsFolder });
    migration.running = false;
    const written = await writing;
    expect(written).toBeGreaterThan(0);
    await writer.query(write, [id(written), null, id(8), 2]);
    await writer.end();

    const device = { ipAddress: '203.0.113.0', os: 'iPadOS 18', browser: null, browserVersion: '18.1' };
    const { rows } = await client.query('select visitor, duration_ms from page_views where event_id = $1', [
      id(written),
    ]);
    expect(rows).toEqual([{ visitor: visitorOf({ ...device, sessionKey: null, profileId: id(8) }), duration_ms: 2 }]);
    const counted = await client.query<{ count: number; blank: number }>(
      'select count(*)::int as count, count(*) filter (where visitor is null)::int as blank from page_views',
    );
    expect(counted.rows).toEqual([{ count: 20_001 + written, blank: 0 }]);

    const { db, close } = createDatabase(url, { max: 2 });
    const settings = apiSettings({ databaseUrl: url, dataDir: tmpdir() });
    await prepareUsage({ db, settings, logger: createLog('silent') });
    await keepViews({ db }, { startedAt: new Date() });
    expect(await wrongRollups({ db })).toEqual([]);
    await close();
  }, url);
});

test('of the reactions that were counted tap by tap each child keeps one, and posts count children', async () => {
  const url = await past.create(25);
  await connected(async (client) => {
    await client.query(`
      insert into textbooks (id, name, short_code, hash_code) values ('${id(1)}', 'Green', 'AB1', 'hash-code-of-the-book-1');
      insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date)
        values ('${id(2)}', 'CODE1234', 'hash-code-of-a-class-1', 'Class', '${id(1)}', '2026-04-01', '2027-03-31');
      insert into profiles (id, name, animal)
        select ('00000000-0000-7000-8000-' || lpad((10 + n)::text, 12, '0'))::uuid, 'Mia', 'fox' from generate_series(1, 3) n;
      insert into community_posts (id, class_id, profile_id, kind, state, like_count, heart_count) values
        ('${id(20)}', '${id(2)}', '${id(11)}', 'image', 'approved', 37, 2),
        ('${id(21)}', '${id(2)}', '${id(11)}', 'image', 'approved', 4, 0);
      insert into community_reactions (post_id, profile_id, type, count) values
        ('${id(20)}', '${id(12)}', 1, 30), ('${id(20)}', '${id(13)}', 1, 7), ('${id(20)}', '${id(12)}', 2, 1),
        ('${id(20)}', '${id(13)}', 2, 1), ('${id(21)}', '${id(12)}', 1, 1)`);
    await migrateDatabase({ url, migrationsFolder });
    const posts = await client.query('select like_count, heart_count from community_posts order by id');
    // A post whose reactions were single ones stays as it was, with what removed children left in its count.
    expect(posts.rows).toEqual([
      { like_count: 2, heart_count: 2 },
      { like_count: 4, heart_count: 0 },
    ]);
    expect((await client.query('select distinct count from community_reactions')).rows).toEqual([{ count: 1 }]);
  }, url);
});

test('a session from before its device was kept lives on, with its device unknown', async () => {
  const url = await past.create(24);
  await connected(async (client) => {
    await client.query(
      "insert into users (id, email, first_name, last_name, role, status) values ($1, 'a@school.test', 'A', 'B', 'Teacher', 1)",
      [id(1)],
    );
    await client.query(
      "insert into refresh_families (id, user_id, expires_at) values ($1, $2, now() + interval '1 day')",
      [id(2), id(1)],
    );
    await migrateDatabase({ url, migrationsFolder });
    const { rows } = await client.query('select id, revoked_at, os, browser, network from refresh_families');
    expect(rows).toEqual([{ id: id(2), revoked_at: null, os: null, browser: null, network: null }]);
  }, url);
});

test('people of before sign in without a second step, and what they set up goes with them', async () => {
  const url = await past.create(33);
  await connected(async (client) => {
    await client.query(
      `insert into users (id, first_name, last_name, email, role, status) values ($1, 'Aya', 'Sato', 'aya@school.test', 'Teacher', 1)`,
      [id(1)],
    );
    await migrateDatabase({ url, migrationsFolder });
    const factors = async () => (await client.query<{ user_id: string }>('select user_id from second_factors')).rows;
    expect(await factors()).toEqual([]);
    await client.query(`insert into second_factors (user_id, sealed_secret) values ($1, repeat('s', 60))`, [id(1)]);
    await client.query(`insert into recovery_codes (id, user_id, code_hash) values ($1, $2, repeat('h', 97))`, [
      id(2),
      id(1),
    ]);
    // A server of the version before deletes a user and knows nothing of either table.
    await client.query('delete from users');
    expect(await factors()).toEqual([]);
    expect((await client.query('select id from recovery_codes')).rows).toEqual([]);
  }, url);
});

test('children of before have no switches of their own, and what they set goes with them', async () => {
  const url = await past.create(54);
  await connected(async (client) => {
    await client.query(`insert into profiles (id, name, animal) values ($1, 'Mia', 'fox')`, [id(1)]);
    await migrateDatabase({ url, migrationsFolder });
    const kept = async () => (await client.query<object>('select switch, is_on from student_switches')).rows;
    expect(await kept()).toEqual([]);
    const set = (profile: string, one: number) =>
      client.query('insert into student_switches values ($1, $2, false, now())', [profile, one]);
    await set(id(1), 0);
    await expect(set(id(1), 0)).rejects.toThrow('student_switches_pk');
    await expect(set(id(1), 3)).rejects.toThrow('student_switches_switch_known');
    await expect(set(id(2), 1)).rejects.toThrow('student_switches_profile_id_profiles_id_fk');
    expect(await kept()).toEqual([{ switch: 0, is_on: false }]);
    const { rows } = await client.query(
      `select relrowsecurity as walled from pg_class where relname = 'student_switches'`,
    );
    expect(rows).toEqual([{ walled: true }]);
    // A server of the version before erases a child and knows nothing of the table.
    await client.query('delete from profiles');
    expect(await kept()).toEqual([]);
  }, url);
});

test('the log of an erased child is found by its author’s name in katakana, and by the API key’s', async () => {
  const url = await past.create(61);
  await connected(async (client) => {
    const log = (n: number, values: readonly (string | null)[]) =>
      client.query(
        `insert into audit_log (id, actor_name, api_key_name, action, entity, entity_id, entity_name, search_text)
         values ($1, $2, $3, 'update', $4, $1, $5, $6)`,
        [id(n), ...values],
      );
    await log(1, ['タナカ ハナ', null, 'profiles', '', 'タナカ ハナ']);
    await log(2, ['タナカ ハナ', 'Nightly Sync', 'community_posts', '', 'タナカ ハナ']);
    await log(3, ['タナカ ハナ', null, 'profiles', 'Mia', 'たなか はな mia']);
    await log(4, ['タナカ ハナ', null, 'users', '', 'as it was']);
    await migrateDatabase({ url, migrationsFolder });
    const { rows } = await client.query<{ search_text: string }>('select search_text from audit_log order by id');
    expect(rows.map(({ search_text }) => search_text)).toEqual([
      'たなか はな',
      'たなか はな nightly sync',
      'たなか はな mia',
      'as it was',
    ]);
  }, url);
});
