import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer, databaseName, databaseUrl } from '#tests/support/template.ts';
import { type Edit, storedFields } from './recipes/field-edits.ts';
import { numberAndChoice } from './recipes/number-and-choice-edits.ts';
import { operationWithButton } from './recipes/operation-edits.ts';

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

async function apply({ file, after, insert, imports }: Edit): Promise<void> {
  const path = join(copy, file);
  const text = await readFile(path, 'utf8');
  if (imports !== undefined && new RegExp(`^import [^;]*\\b${imports}\\b[^;]* from `, 'm').test(text)) return;
  const [before, ...rest] = text.split(after);
  if (before === undefined || rest.length === 0) throw new Error(`${file} has no place after ${after}`);
  await writeFile(path, `${before}${after}${insert}${rest.join(after)}`);
}

/** Runs a program of a package in the copy, and gives what it prints. */
async function runs(program: string, ...options: string[]): Promise<string> {
  const { stdout } = await run(join('node_modules', program), options, { cwd: copy, maxBuffer: 10_000_000 });
  return stdout;
}

/** Checks the types of all that the recipes have changed, with what it uses. */
async function typesPass(): Promise<void> {
  const include = [
    'schema',
    'gateway/resolvers',
    'api/domains/*/detail.ts',
    'api/domains/*/list.ts',
    'api/domains/*/write.ts',
    'api/domains/lessons',
    ...['classes', 'contents', 'lessons', 'push-and-listen', 'textbooks', 'users'].map(
      (feature) => `web/staff/features/${feature}`,
    ),
    'web/shared/i18n/types.d.ts',
  ];
  await writeFile(join(copy, 'tsconfig.recipes.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  const options = ['-p', 'tsconfig.recipes.json', '--noEmit', '--singleThreaded'];
  expect(await runs('typescript-7/bin/tsc', ...options)).toBe('');
}

// Two kinds of rows may have their words in one file.
const withoutRepeats = (edits: readonly Edit[]): Edit[] => [
  ...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values(),
];

const recipes: readonly (readonly [title: string, recipe: string, edits: readonly Edit[]])[] = [
  ...Object.entries(storedFields).map(
    ([of, edits]) => [`a note on ${of}`, 'A stored field that staff edit', edits] as const,
  ),
  ...Object.entries(numberAndChoice).map(([name, edits]) => [name, 'A stored field that staff edit', edits] as const),
  ['a button that makes a draft of a unit', 'An operation with a button', operationWithButton],
];

test.each(recipes)('%s is eight files at the most, all named in the README', async (_, title, edits) => {
  const readme = await readFile('README.md', 'utf8');
  const recipe = readme.split(`**${title}**`)[1]?.split('\n**')[0] ?? '';
  const named = [...recipe.matchAll(/`([\w./<>*-]+\.(?:tsx?|graphql|json))`/g)].map(([, name = '']) => name);
  const wanted = filesOf(edits);
  expect(wanted.length).toBeLessThanOrEqual(mostFiles);
  // The words of both languages are named for the first kind of row alone.
  const ofOthers = (file: string) => file.startsWith('locales/') && !file.endsWith('/lessons.json');
  expect(wanted.filter((file) => !named.includes(file) && !ofOthers(file))).toEqual([]);
});

test('who follows both recipes has fields and an operation that work, and types that pass', async () => {
  const edits = [storedFields, numberAndChoice].flatMap((recipe) => Object.values(recipe).flat());
  for (const edit of withoutRepeats([...edits, ...operationWithButton])) await apply(edit);
  await runs('.bin/graphql-codegen', '--config', 'codegen.ts');
  await runs('.bin/drizzle-kit', 'generate');

  const [tried] = await Promise.all([
    runs('.bin/tsx', 'tests/house/recipes/try-recipes.ts', databaseUrl(adminUrl, database)),
    typesPass(),
  ]);
  const answers: unknown = JSON.parse(tried);
  const id: unknown = expect.any(String);
  expect(answers).toEqual({
    notes: Object.fromEntries(
      Object.keys(storedFields).map((of) => [
        of,
        ['Bring the big book.', 'Bring the small book.', 'Bring the small book.'],
      ]),
    ),
    copied: { note: 'Bring the small book.', halfDay: 'AFTERNOON' },
    numbered: [{ minutes: null }, { minutes: 45 }],
    chosen: [{ halfDay: 'MORNING' }, { halfDay: 'AFTERNOON' }],
    // Each row twice, and the unit and the class twice more.
    audited: 2 * Object.keys(storedFields).length + 4,
    refused: { id: 'FORBIDDEN', version: 0 },
    withdrawn: { id, version: 6, publishedAt: null },
    read: { id, version: 6, publishedAt: null },
  });
}, 1_200_000);
