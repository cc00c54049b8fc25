import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { isPreparable } from '#api/ground/db/prepared-statements.ts';
import { createLog } from '#api/ground/log.ts';
import { type BenchCase, benchCases } from '#tests/bench/api-cases.ts';
import { keyOf, record, type Recorder, startRecorder, type Statement } from '#tests/bench/recorded.ts';
import { fillSchool } from '#tests/bench/school-data.ts';
import { idOf } from '#tests/bench/bench-ids.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { administer, databaseName, databaseUrl } from '#tests/support/template.ts';

// Enough rows to make a sequential scan the more expensive plan, and few enough for `analyze` to read all of them.
const size = { users: 10_000, classes: 1_000, textbooks: 300 };
// Values of many rows are found by reading the first rows in order.
const common = [
  ...[
    'example',
    '@',
    'n',
    'na',
    'school77',
    'tana',
    'tanaka',
    'tanaka aya',
    '田',
    '田中',
    'た',
    '花',
    "o'",
    'two roles',
  ],
  ...['tanaka, teachers, by name', 'teachers', 'suz'],
];
// Users without a school are found in this way beside the owner's own.
const freeTeachers = "an owner's teachers";
const userCases = benchCases.filter(
  ({ path, name, as }) =>
    path.startsWith('/api/User') &&
    name !== freeTeachers &&
    (as === 'owner' || !common.includes(name.split(': ').at(-1) ?? '')),
);

/** The searches of the other lists for what few rows hold, by the table that they are made in. */
const rareSearches: Readonly<Record<string, readonly string[]>> = {
  classes: ['classes: zz', 'classes: nothing at all', 'classes: 00004a'],
  media: ['sounds: apples 12', 'sounds: nothing at all'],
  contents: ['contents of a unit: hello'],
  lessons: ['units of a textbook: ねこ'],
  audit_log: ['changes: quayle', 'changes: zz', 'changes: nobodyatall'],
};
const otherCases = Object.entries(rareSearches).flatMap(([table, names]) =>
  benchCases.filter(({ group, name }) => group === 'search' && names.includes(name)).map((which) => ({ table, which })),
);
const bookCases = benchCases.filter(({ group, path }) => group === 'search' && path.startsWith('/api/TextBook?'));
/** What counts or gathers by an index of its own, by the index; the whole of it where no row needs to be read. */
const ownIndexes: Readonly<Record<string, RegExp>> = {
  'changes: by somebody': /Index Only Scan (Backward )?using audit_log_actor_idx/,
  'changes: of classes': /Index Only Scan (Backward )?using audit_log_entity_idx/,
  'changes: of a user': /using audit_log_row_idx/,
  'API keys': /Index Scan (Backward )?using api_keys_created_idx/,
  'what a student did': /using page_views_\w+_profile_id_started_at_idx/,
  'works that wait': /Index Only Scan using community_posts_waiting_idx/,
  'trash: tanaka': /Bitmap Index Scan on (users|profiles)_trash_idx/,
  'trash: 田中': /Bitmap Index Scan on (users|profiles)_trash_idx/,
  'trash: nobodyatall': /Bitmap Index Scan on (users|profiles)_trash_idx/,
};
const indexCases = benchCases.filter(({ name }) => name in ownIndexes);
const plainCases = benchCases.filter(({ group }) => group === 'list' || group === 'sort' || group === 'detail');
const cases = [...userCases, ...otherCases.map(({ which }) => which), ...bookCases, ...indexCases, ...plainCases];

const userPage = z.object({ items: z.array(z.object({ id: z.string() })) });
const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const name = databaseName('plans');
let folder: string;
let recorder: Recorder;
let statements: Record<string, Statement[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-plans-'));
  await administer(adminUrl, `create database ${name}`);
  const url = databaseUrl(adminUrl, name);
  await prepareDatabase(apiSettings({ databaseUrl: url, dataDir: folder }), createLog('error'));
  await fillSchool(url, size);
  recorder = await startRecorder(url, folder);
  statements = await record(recorder, cases);
}, 300_000);

afterAll(async () => {
  await recorder.api.close();
  await administer(adminUrl, `drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function planOf(pool: Pick<Pool, 'query'>, { text, values }: Statement): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.each(userCases.map((which) => [`${which.group} ${which.name}`, which] as const))(
  '%s reads no table of users from end to end',
  async (_, which: BenchCase) => {
    for (const statement of statements[keyOf(which)] ?? [])
      expect(await planOf(recorder.api.services.pool, statement)).not.toMatch(/Seq Scan on users/);
  },
);

test('one plan for all values reads none of the large tables from end to end', async () => {
  const whole = /Seq Scan on (?:users|classes|profiles|class_profiles|community_posts|audit_log|page_views)\b/;
  const texts = new Set(
    Object.values(statements)
      .flat()
      .map(({ text }) => text)
      .filter(isPreparable),
  );
  expect(texts.size).toBeGreaterThan(10);
  for (const text of texts) {
    const { rows } = await recorder.api.services.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    expect.soft(rows.map((row) => row['QUERY PLAN']).join('\n'), text).not.toMatch(whole);
  }
});

test('everything that is looked at is one of the bench’s', () => {
  expect(otherCases).toHaveLength(Object.values(rareSearches).flat().length);
  expect(bookCases.length).toBeGreaterThan(0);
  expect(indexCases).toHaveLength(Object.keys(ownIndexes).length);
});

test.each(otherCases.map(({ table, which }) => [which.name, table, which] as const))(
  'the search %s reads no table of %s from end to end',
  async (_, table, which) => {
    for (const statement of statements[keyOf(which)] ?? [])
      expect(await planOf(recorder.api.services.pool, statement)).not.toContain(`Seq Scan on ${table}`);
  },
);

test.each(indexCases.map((which) => [which.name, which] as const))('%s is found by its index', async (_, which) => {
  const plans = [];
  for (const statement of statements[keyOf(which)] ?? [])
    plans.push(await planOf(recorder.api.services.pool, statement));
  expect(plans.join('\n')).toMatch(ownIndexes[which.name] ?? '');
});

test.each(bookCases.map((which) => [which.name, which] as const))(
  'the search %s has an index for when there are more textbooks than a few pages of the disk hold',
  async (_, which) => {
    const client = await recorder.api.services.pool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off');
      const plans = [];
      for (const statement of statements[keyOf(which)] ?? []) plans.push(await planOf(client, statement));
      expect(plans.join('\n')).toContain('Bitmap Index Scan on textbooks_search_text_idx');
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);

test.each([
  ['tanaka', 'created_at desc, id desc', undefined],
  ['school77', 'created_at desc, id desc', undefined],
  ['学校のない', 'created_at desc, id desc', undefined],
  ['example', 'lower(last_name), lower(first_name), id', 'name'],
  ['tanaka', 'lower(last_name), lower(first_name), id', 'name'],
  ['さくら', 'last_sign_in_at nulls last, id', 'lastSignIn'],
])('a search for %s by %s shows the rows that plain SQL shows', async (words, order, field) => {
  const { rows } = await recorder.api.services.pool.query<{ id: string }>(
    `select id from users where deleted_at is null and search_text like $1 order by ${order} limit 40`,
    [`%${words}%`],
  );
  const sorted = field && { 'SortCriteria[0].field': field, 'SortCriteria[0].direction': 'asc' };
  const shown: string[] = [];
  for (const PageNumber of ['1', '2']) {
    const query = new URLSearchParams({ SearchText: words, PageNumber, ...sorted });
    const answer = await fetch(`${recorder.api.url}/api/User?${query}`, {
      headers: { authorization: recorder.callers.admin },
    });
    const { items } = userPage.parse(await answer.json());
    shown.push(...items.map(({ id }) => id));
  }
  expect(shown).toEqual(rows.map(({ id }) => id));
});

const ofOwner = `deleted_at is null and (users.id = $1 or invited_by_id = $1 or exists (
  select from classes left join class_secondary_teachers second on second.class_id = classes.id
  where school_administrator_id = $1 and classes.deleted_at is null and users.id in (main_teacher_id, teacher_id)))`;
const ofNobody = `deleted_at is null and not exists (
    select from classes left join class_secondary_teachers second on second.class_id = classes.id
    where school_administrator_id is not null and classes.deleted_at is null
      and users.id in (main_teacher_id, teacher_id))
  and not exists (select from users inviter where inviter.id = users.invited_by_id and inviter.role = 'SchoolOwner')`;

async function asOwner<Answer extends z.ZodType>(path: string, answer: Answer): Promise<z.output<Answer>> {
  const headers = { authorization: recorder.callers.owner };
  return answer.parse(await (await fetch(`${recorder.api.url}/api${path}`, { headers })).json());
}

async function idsBySql(text: string, ...values: string[]): Promise<string[]> {
  const { rows } = await recorder.api.services.pool.query<{ id: string }>(
    `select users.id from users where ${text}`,
    values,
  );
  return rows.map(({ id }) => id);
}

test.each(['', 'tanaka', '田中', '%'])(
  'an owner’s users who hold “%s” are those that plain SQL finds',
  async (words) => {
    const like = `and search_text like $2 order by created_at desc, users.id desc`;
    const ids = await idsBySql(`${ofOwner} ${like}`, idOf(0, 1), `%${words.replace('%', '\\%')}%`);
    const shown: string[] = [];
    for (let page = 1; page <= Math.max(1, Math.ceil(ids.length / 20)); page += 1) {
      const query = new URLSearchParams({ PageNumber: String(page), SearchText: words });
      const { items, totalCount } = await asOwner(`/User?${query}`, userPage.extend({ totalCount: z.int() }));
      expect(totalCount).toBe(ids.length);
      shown.push(...items.map(({ id }) => id));
    }
    expect(shown).toEqual(ids);
  },
);

test('an owner picks from the own teachers and the first hundred of no school', async () => {
  const teacher = `role = 'Teacher' and status in (0, 1)`;
  const byName = 'order by lower(last_name), lower(first_name), users.id limit';
  const own = await idsBySql(`${teacher} and ${ofOwner} ${byName} 500`, idOf(0, 1));
  const free = await idsBySql(`${teacher} and ${ofNobody} ${byName} 100`);
  const picked = await asOwner('/User/all-teachers', z.array(z.object({ id: z.string() })));
  expect(free).toHaveLength(100);
  expect(picked.map(({ id }) => id).sort()).toEqual([...own, ...free].sort());
});
