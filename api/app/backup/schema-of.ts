import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { migrateDatabase } from '#api/ground/db/migrate.ts';

const journalForm = z.looseObject({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) });

/** Creates the tables of a backup's version: applies our migrations up to those that its database had. */
export async function makeSchemaOf(migrations: readonly string[], { url, root }: { url: string; root: string }) {
  const migrationsFolder = join(root, 'api/ground/db/migrations');
  const journal = journalForm.parse(
    JSON.parse(await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')),
  );
  const entries = journal.entries.filter(({ when }) => migrations.includes(String(when)));
  if (entries.length !== migrations.length) {
    throw new Error('This backup was made by a newer Manabook than this one. Install that version, or a later one');
  }
  const folder = await mkdtemp(join(tmpdir(), 'manabook-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    await migrateDatabase({ url, migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
