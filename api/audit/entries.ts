import type { Queryable } from '#api/db/client.ts';
import type { auditLog } from '#api/db/schema.ts';
import type { AuditEntry } from '#schema/rest/audit.ts';
import { changesOf } from './changes.ts';
import { namesOfRows } from './names.ts';

type Changes = AuditEntry['changes'];

/** Rows of the log as they are answered, with the names of what their values refer to. */
export async function entriesOf(db: Queryable, rows: readonly (typeof auditLog.$inferSelect)[]): Promise<AuditEntry[]> {
  const entries = rows.map((row) => ({ ...row, at: row.at.toISOString(), changes: changesOf(row) }));
  const names = await namesOfRows(db, referencesIn(entries.flatMap(({ changes }) => changes)));
  return entries.map((entry) => ({
    ...entry,
    names: referencesIn(entry.changes).flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
  }));
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The ids of other rows among the values of changes, each once; a list of ids counts as its ids. */
function referencesIn(changes: Changes): string[] {
  const values = changes.flatMap(({ before, after }) => [before, after]).flat();
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && uuid.test(value)))];
}
