import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { readMigrations } from '#api/ground/db/migration-files.ts';
import * as schema from '#api/ground/db/schema.ts';

/** Tables that name something of a school, and stand before the wall that PostgreSQL draws between schools. */
const outside: Readonly<Record<string, string>> = {
  media: 'files, which a signed link opens; rows of textbooks are among them',
  media_requests: 'uploads under way, which the child that sends asks for',
  page_views:
    'written for all schools at once; staff of a class read those of its children by a query that joins the class',
  sign_in_providers: 'set and read by administrators alone',
  usage_totals: 'reports, which administrators alone read',
  visitor_place_days: 'reports, which administrators alone read',
};

const ofSchools = ['school_id', 'class_id', 'profile_id', 'post_id', 'session_id'];

const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable));

function namesOneOfASchool(table: PgTable): boolean {
  return Object.values(getTableColumns(table)).some(({ name }) => ofSchools.includes(name));
}

/** As the last migration that says it has it. */
async function walledTables(): Promise<string[]> {
  const statements = (await readMigrations('api/ground/db/migrations')).flatMap((migration) => migration.statements);
  const said = statements.findLast((statement) => /create (?:or replace )?function walled_tables\(\)/i.test(statement));
  return [...(said ?? '').matchAll(/^\s*\('(\w+)',/gm)].map(([, name]) => name ?? '');
}

test('each table that names a school, a class, a child or a post is behind the wall, or says why not', async () => {
  const walled = await walledTables();
  const found = tables.filter(namesOneOfASchool).map((table) => getTableConfig(table).name);
  const unsaid = found.filter((name) => !walled.includes(name) && !(name in outside));
  expect(unsaid).toEqual([]);
  expect(walled.length).toBeGreaterThan(10);
  expect(Object.keys(outside).filter((name) => walled.includes(name) || !found.includes(name))).toEqual([]);
});
