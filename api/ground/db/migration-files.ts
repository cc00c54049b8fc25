import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A migration as its file contains it. */
export interface Migration {
  readonly tag: string;
  /** The journal's moment in milliseconds; the database keeps it for each migration that is done. */
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** Whether its first line is `-- outside a transaction`: each statement commits by itself, and may run twice. */
  readonly outside: boolean;
}

const Journal = z.object({ entries: z.array(z.object({ when: z.int(), tag: z.string() })).min(1) });
const outsideMark = /^-- outside a transaction\s*$/m;

/** The names and moments of a folder's migrations, in their order: drizzle-kit's `meta/_journal.json`. */
export async function readJournal(folder: string): Promise<readonly { readonly when: number; readonly tag: string }[]> {
  return Journal.parse(JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'))).entries;
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  return Promise.all(
    (await readJournal(folder)).map(async ({ tag, when }) => {
      const text = await readFile(join(folder, `${tag}.sql`), 'utf8');
      return {
        tag,
        when,
        hash: createHash('sha256').update(text).digest('hex'),
        statements: text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== ''),
        outside: outsideMark.test(text.split('\n', 1)[0] ?? ''),
      };
    }),
  );
}
