import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';

// Any number will do, as long as every API process waits for the same one.
const migrationLock = 7_232_026;

export interface MigrationOptions {
  url: string;
  /** The folder drizzle-kit writes: `meta/_journal.json` and a .sql file per migration. */
  migrationsFolder: string;
}

/**
 * Brings the database up to date: every pending migration in one transaction, so that a failure or a kill leaves it
 * as it was. Processes that start together take turns, and the later ones find nothing left to do.
 */
export async function migrateDatabase({ url, migrationsFolder }: MigrationOptions): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'manabook migrations' });
  // A lost connection is told by the query that waits on it.
  client.on('error', () => {});
  await client.connect();
  try {
    // The lock ends with this connection, however it ends.
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
