import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Client } from 'pg';

/** Databases with the demo school, each made by the code of the commit that its name ends with (docs/upgrading.md). */
export const fixturesFolder = 'tests/fixtures/schemas';

/** The names, from the oldest schema to the newest: the number of the last migration, and the commit. */
export async function schemaFixtures(): Promise<readonly string[]> {
  const files = await readdir(fixturesFolder);
  return files.map((file) => file.replace(/\.sql\.br$/, '')).sort();
}

/** Fills an empty database with a fixture. */
export async function loadSchemaFixture(name: string, url: string): Promise<void> {
  const sql = brotliDecompressSync(await readFile(join(fixturesFolder, `${name}.sql.br`))).toString();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
    // The demo school's year ends one day, and its classes are to open on any day this runs.
    await client.query('update public.classes set end_date = greatest(end_date, current_date + 30)');
  } finally {
    await client.end();
  }
}

/** The SDL of the last release, without its descriptions. */
export const releasedSdl = 'tests/fixtures/released.graphql';
