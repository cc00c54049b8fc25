import type { Queryable } from '#api/ground/db/client.ts';
import { schemaState } from '#api/ground/db/schema-state.ts';
import { found } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

/** Whether the database has the migrations that this version brings. */
export async function checkMigrations(db: Queryable, root: string): Promise<SystemCheck> {
  const state = await schemaState(db, root);
  return found('migrations', state === 'expected' ? 'ok' : state);
}
