import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { readJournal } from './migration-files.ts';
import { databaseError } from './violations.ts';

/**
 * The database's schema compared with this version: `older` awaits `npm run migrate`, `newer` was migrated by a later
 * version.
 */
export type SchemaState = 'expected' | 'older' | 'newer';

/** The table of migrations that are done, in drizzle's own format: `created_at` is the journal's `when`. */
export const doneMigrations = 'drizzle.__drizzle_migrations';

const lastKnown = new Map<string, Promise<number>>();

export const migrationsFolder = (root: string): string => join(root, 'api/ground/db/migrations');

/** Compares the last migration of the database with the last one of this version's folder. */
export async function schemaState(db: Queryable, root: string): Promise<SchemaState> {
  return compareSchema(await lastDone(db), await lastOf(migrationsFolder(root)));
}

export function compareSchema(done: number | undefined, known: number): SchemaState {
  if (done === undefined || done < known) return 'older';
  return done === known ? 'expected' : 'newer';
}

/** The answer to `select max(created_at) as last`: the moment of the last migration that is done. */
export function doneUntil([row]: readonly { readonly last: string | null }[]): number | undefined {
  return typeof row?.last === 'string' ? Number(row.last) : undefined;
}

// The folder does not change while a process runs.
function lastOf(folder: string): Promise<number> {
  const last = lastKnown.get(folder) ?? readJournal(folder).then((entries) => entries.at(-1)?.when ?? 0);
  lastKnown.set(folder, last);
  return last;
}

const [undefinedTable, undefinedSchema] = ['42P01', '3F000'];

async function lastDone(db: Queryable): Promise<number | undefined> {
  try {
    const { rows } = await db.execute<{ last: string | null }>(
      sql`select max(created_at) as last from ${sql.raw(doneMigrations)}`,
    );
    return doneUntil(rows);
  } catch (error) {
    const { code } = databaseError(error) ?? {};
    if (code === undefinedTable || code === undefinedSchema) return undefined;
    throw error;
  }
}
