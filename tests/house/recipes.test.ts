import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer, databaseName, databaseUrl } from '#tests/support/template.ts';
import { type Edit, operationWithButton, storedField } from './recipes/edits.ts';

const run = promisify(execFile);
/** The most files that a person should have to write for a field or an operation. */
const mostFiles = 8;

const sources = ['schema', 'api', 'gateway', 'web', 'locales', 'tests', '.launch'];
const settings = ['package.json', 'tsconfig.json', 'codegen.ts', 'drizzle.config.ts'];

const filesOf = (edits: readonly Edit[]): string[] => [...new Set(edits.map(({ file }) => file))];

let copy: string;
const database = databaseName('recipes');
const adminUrl = process.env.TEST_DATABASE_URL ?? '';

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'manabook-recipes-'));
  const copied = [...sources, ...settings].map((name) => cp(name, join(copy, name), { recursive: true }));
  await Promise.all([...copied, symlink(resolve('node_modules'), join(copy, 'node_modules'))]);
  await administer(adminUrl, `create database ${database}`);
});

afterAll(async () => {
  await administer(adminUrl, `drop database if exists ${database} with (force)`);
  await rm(copy, { recursive: true, force: true });
});

async function apply({ file, after, insert }: Edit): Promise<void> {
  const path = join(copy, file);
  const text = await readFile(path, 'utf8');
  const [before, ...rest] = text.split(after);
  if (before === undefined || rest.length === 0) throw new Error(`${file} has no place after ${after}`);
  await writeFile(path, `${before}${after}${insert}${rest.join(after)}`);
}

/** Runs a program of a package in the copy, and gives what it prints. */
async function runs(program: string, ...options: string[]): Promise<string> {
  const { stdout } = await run(join('node_modules', '.bin', program), options, { cwd: copy, maxBuffer: 10_000_000 });
  return stdout;
}

test.each([
  ['A stored field that staff edit', storedField],
  ['An operation with a button', operationWithButton],
])('"%s" names its files in the README, eight at the most', async (title, edits) => {
  const readme = await readFile('README.md', 'utf8');
  const recipe = readme.split(`**${title}**`)[1]?.split('\n\n**')[0] ?? '';
  const named = [...recipe.matchAll(/`([\w./<>-]+\.(?:tsx?|graphql|json))`/g)].map(([, name = '']) => name);
  const wanted = filesOf(edits);
  expect(wanted.length).toBeLessThanOrEqual(mostFiles);
  expect(named.filter((name) => wanted.includes(name)).sort()).toEqual(wanted.sort());
});

test('who follows both recipes has a field and an operation that work, and types that pass', async () => {
  for (const edit of [...storedField, ...operationWithButton]) await apply(edit);
  await runs('graphql-codegen', '--config', 'codegen.ts');
  await runs('drizzle-kit', 'generate');

  const answers: unknown = JSON.parse(
    await runs('tsx', 'tests/house/recipes/try-recipes.ts', databaseUrl(adminUrl, database)),
  );
  const id: unknown = expect.any(String);
  expect(answers).toEqual({
    created: { id, version: 1, note: 'Bring the big book.' },
    updated: { id, version: 2, note: 'Bring the small book.' },
    refused: { id: 'FORBIDDEN', version: 0 },
    withdrawn: { id, version: 3, note: 'Bring the small book.', publishedAt: null },
    read: { id, version: 3, note: 'Bring the small book.', publishedAt: null },
  });

  // All that the recipes have changed, with what it uses.
  const include = [
    'schema',
    'gateway/resolvers',
    'api/domains/lessons',
    'web/staff/features/lessons',
    'web/shared/i18n/types.d.ts',
  ];
  await writeFile(join(copy, 'tsconfig.recipes.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  expect(await runs('tsc', '-p', 'tsconfig.recipes.json', '--noEmit')).toBe('');
}, 600_000);
