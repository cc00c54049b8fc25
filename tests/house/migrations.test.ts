import { expect, test } from 'vitest';
import { type Migration, readMigrations } from '#api/ground/db/migration-files.ts';

// These migrations are older than the rules.
const lastBefore = '0017_signing_keys';

const created = /create\s+table\s+(?:if\s+not\s+exists\s+)?"(\w+)"/gi;
const index = /create\s+(?:unique\s+)?index\s+(concurrently\s+)?(if\s+not\s+exists\s+)?"(\w+)"\s+on\s+"(\w+)"/gi;
// The body of a function runs later, for the rows that it is called for.
const functions = /create\s+(?:or\s+replace\s+)?function\b.*?(\$\w*\$).*?\1/gis;
const moved = /\b(?:update\s+"(\w+)"\s+set|delete\s+from\s+"(\w+)")/gi;

/**
 * Statements that block writers of existing tables in proportion to the tables' length, and builds of indexes that fail
 * for good where another transaction is open.
 */
function faultsOf({ statements, outside }: Pick<Migration, 'statements' | 'outside'>): string[] {
  const sql = statements.join('\n').replaceAll(/--.*$/gm, '').replaceAll(functions, '');
  const fresh = new Set([...sql.matchAll(created)].map(([, table]) => table));
  const built = [...sql.matchAll(index)];
  const locking = built
    .filter(([, concurrently, , , table]) => concurrently === undefined && !fresh.has(table))
    .map(([, , , name]) => `index ${name} is not built concurrently`);
  // The runner recognises a concurrent build by these words. Such a build may wait, and runs again after a failure.
  const once = built
    .filter(([, concurrently, ifMissing]) => concurrently !== undefined && ifMissing === undefined)
    .map(([, , , name]) => `index ${name} cannot be built again after a failure`);
  const atOnce = [...sql.matchAll(moved)]
    .map(([, updated, emptied]) => updated ?? emptied)
    .filter((table) => !outside && !fresh.has(table))
    .map((table) => `rows of ${table} are changed in one transaction`);
  return [...locking, ...once, ...atOnce];
}

test('a migration builds indexes concurrently and moves rows in batches', async () => {
  const migrations = await readMigrations('api/ground/db/migrations');
  const held = migrations.slice(migrations.findIndex(({ tag }) => tag === lastBefore) + 1);
  expect(held.length).toBeLessThan(migrations.length);
  expect(held.map((migration) => [migration.tag, faultsOf(migration)])).toEqual(held.map(({ tag }) => [tag, []]));
});

test.each<[string, boolean, string[]]>([
  ['CREATE INDEX "a_idx" ON "posts" USING btree ("at")', false, ['index a_idx is not built concurrently']],
  ['CREATE UNIQUE INDEX IF NOT EXISTS "a_idx" ON "posts" ("at")', true, ['index a_idx is not built concurrently']],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_idx" ON "posts" ("at")', true, []],
  ['CREATE INDEX CONCURRENTLY "a_idx" ON "posts" ("at")', true, ['index a_idx cannot be built again after a failure']],
  ['CREATE TABLE "notes" ("id" uuid);\nCREATE INDEX "a_idx" ON "notes" ("id")', false, []],
  ['UPDATE "posts" SET "at" = now()', false, ['rows of posts are changed in one transaction']],
  ['CREATE OR REPLACE FUNCTION f() AS $$ UPDATE "posts" SET "at" = now() $$', false, []],
  ['delete from "posts" where "at" is null', false, ['rows of posts are changed in one transaction']],
  ['DO $$ BEGIN UPDATE "posts" SET "at" = now(); COMMIT; END $$', true, []],
  ['-- UPDATE "posts" SET "at" = now()\nALTER TABLE "posts" ADD "at" date', false, []],
])('and %s is known for what it is', (statement, outside, expected) => {
  expect(faultsOf({ statements: [statement], outside })).toEqual(expected);
});

test('and what stood before them shows that it looks at the files', async () => {
  const initial = await readMigrations('api/ground/db/migrations');
  expect(initial.flatMap(faultsOf)).toContain('index profiles_name_idx is not built concurrently');
});
