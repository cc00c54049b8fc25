import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { prepareDatabase } from '#api/prepare-database.ts';
import { createLog } from '#api/log.ts';
import { type BenchCase, benchCases } from '#tests/bench/api-cases.ts';
import { keyOf, record, type Recorder, startRecorder, type Statement } from '#tests/bench/recorded.ts';
import { fillSchool } from '#tests/bench/school-data.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { administer, databaseName, databaseUrl } from '#tests/support/template.ts';

// Enough that reading every row of a table would be the dearer way.
const size = { users: 50_000, classes: 5_000, textbooks: 300 };
// What many of them are or hold is found by reading the first ones, whichever they are.
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
// Those of no school yet are found like that, beside the owner's own.
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
const cases = [...userCases, ...otherCases.map(({ which }) => which), ...bookCases];

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

test('every search that is looked at is one of the bench’s', () => {
  expect(otherCases).toHaveLength(Object.values(rareSearches).flat().length);
  expect(bookCases.length).toBeGreaterThan(0);
});

test.each(otherCases.map(({ table, which }) => [which.name, table, which] as const))(
  'the search %s reads no table of %s from end to end',
  async (_, table, which) => {
    for (const statement of statements[keyOf(which)] ?? [])
      expect(await planOf(recorder.api.services.pool, statement)).not.toContain(`Seq Scan on ${table}`);
  },
);

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
