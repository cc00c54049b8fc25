import { expect, test } from 'vitest';
import { runCommand } from '#tests/support/programs.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();

/** The command's program, beside the running service. */
function run(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { dataDir } = world.services.settings;
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...more };
  return runCommand('usage', words, env);
}

/** `npm run usage:…` */
async function command(name: 'check' | 'rebuild', more: NodeJS.ProcessEnv = {}) {
  const { code, stdout } = await run([name], more);
  return { code, lines: stdout.trim().split('\n') };
}

const tables = ['totals', 'days', 'book_days', 'months', 'book_months', 'class_days'].map((name) => `usage_${name}`);
const zone = 'days of Asia/Tokyo';
const right = [zone, ...[...tables, 'visitor_days', 'visitor_place_days'].map((table) => `${table}: right`)];

test('the check finds every row that is missing, wrong or too many, and the rebuild leaves none', async () => {
  const { pool } = world.services;
  expect(await command('check')).toEqual({ code: 0, lines: right });
  const row = (table: string) => `(select ctid from ${table} order by day desc limit 1)`;
  await pool.query(`update usage_totals set visitors = visitors + 1 where ctid = ${row('usage_totals')}`);
  await pool.query(`delete from usage_class_days where ctid = ${row('usage_class_days')}`);
  await pool.query(
    `insert into usage_days (day, name, page_url, views, duration) values ('2020-01-01', 'n', '/', 1, 1)`,
  );
  await pool.query(
    `insert into usage_book_months (month, textbook_id, name, page_url, views, duration)
      values ('2020-01-01', gen_random_uuid(), 'n', '/', 1, 1)`,
  );
  await pool.query('delete from usage_months where ctid = (select ctid from usage_months order by month desc limit 1)');
  await pool.query(`update visitor_days set os = 'another' where ctid = ${row('visitor_days')}`);
  expect(await command('check')).toEqual({
    code: 1,
    lines: [
      zone,
      'usage_totals: 1 rows missing, 1 wrong',
      'usage_days: 0 rows missing, 1 wrong',
      'usage_book_days: right',
      'usage_months: 1 rows missing, 0 wrong',
      'usage_book_months: 0 rows missing, 1 wrong',
      'usage_class_days: 1 rows missing, 0 wrong',
      'visitor_days: 1 rows missing, 1 wrong',
      'visitor_place_days: right',
    ],
  });
  expect(await command('rebuild')).toEqual({ code: 0, lines: right });
  expect(await command('check')).toEqual({ code: 0, lines: right });
});

test("another shell's zone changes nothing", async () => {
  const elsewhere = { SCHOOL_TIME_ZONE: 'America/New_York' };
  expect(await command('check', elsewhere)).toEqual({ code: 0, lines: right });
  expect(await command('rebuild', elsewhere)).toEqual({ code: 0, lines: right });
});

test.each([[[]], [['rebiuld']], [['Check']], [['check', 'rebuild']]])(
  'the words %j are refused, and nothing is checked',
  async (words) => {
    const { code, stdout, text } = await run(words);
    expect([code, stdout]).toEqual([1, '']);
    expect(text).toMatch(/npm run usage:check .*\nnpm run usage:rebuild /);
  },
);
