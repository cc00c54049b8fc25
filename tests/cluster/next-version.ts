import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assembleImage } from '#launch/image.ts';

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly when: number }[];
}

/** The image of this version, with a migration more: what the next version brings. */
export async function assembleNextVersion(folder: string): Promise<void> {
  await assembleImage({ root: process.cwd(), folder });
  const migrations = join(folder, 'api', 'ground', 'db', 'migrations');
  const file = join(migrations, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1) ?? { idx: 0, when: 0 };
  const entry = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'of_the_next_version' };
  await writeFile(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  await writeFile(
    join(migrations, `${entry.tag}.sql`),
    'CREATE TABLE "of_the_next_version" ("id" integer PRIMARY KEY);',
  );
}
