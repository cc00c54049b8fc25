import { afterAll, expect, test } from 'vitest';
import { profilePage } from '#api/domains/privacy/list.ts';
import { createDatabase } from '#api/ground/db/client.ts';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { privacyProfiles } from '#schema/rest/privacy.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

test('a child of before is found among 20,000 by the index', async () => {
  const url = await past.create(66);
  await connected(async (client) => {
    await client.query(`
      insert into profiles (id, name, animal, reading)
        select gen_random_uuid(), 'Child ' || n, 'fox', 'ちゃいるど' from generate_series(1, 20000) n
        union all select gen_random_uuid(), '山田 花子', 'fox', U&'ヤマダ\\3000ハナコ'`);
    await migrateDatabase({ url, migrationsFolder });
    await client.query('vacuum analyze profiles');
  }, url);
  const { db, pool, close } = createDatabase(url, { max: 1 });
  const sent: Sent[] = [];
  pool.on('connect', (client) => {
    const query: unknown = Reflect.get(client, 'query');
    if (typeof query !== 'function') throw new Error('A client has no queries');
    Reflect.set(client, 'query', (...given: [{ readonly text: string }, unknown[]]): unknown => {
      sent.push({ text: given[0].text, values: given[1] });
      const answer: unknown = Reflect.apply(query, client, given);
      return answer;
    });
  });
  try {
    for (const SearchText of ['山田花子', 'はなこ', '花']) {
      const { items } = await profilePage(db, privacyProfiles.query.parse({ SearchText }));
      expect(items).toMatchObject([{ name: '山田 花子' }]);
    }
    // Of each, the page and the count.
    const asked = sent.filter(({ values }) => /山田花子|はなこ|花/.test(String(values)));
    expect(asked).toHaveLength(6);
    for (const { text, values } of asked) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Bitmap Index Scan on profiles_name_idx');
      expect(plan).not.toContain('Seq Scan on profiles');
    }
  } finally {
    await close();
  }
});
