import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type ClientBase, escapeIdentifier } from 'pg';
import { eraseAgain } from '#api/domains/privacy/erase.ts';
import type { ErasedFiles } from '#api/domains/privacy/erased-files.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import { jobs } from '#api/ground/jobs/queue.ts';
import { hasTable } from './catalog.ts';
import type { Manifest } from './manifest.ts';
import { setAsideSchemas } from './set-aside.ts';
import { onConnection } from './snapshot.ts';

export interface RepeatedErasures {
  /** The number of children who were erased again. */
  readonly children: number;
  /** True if one audit log covers all the time from the backup until the restore. */
  readonly allKnown: boolean;
  readonly files: readonly ErasedFiles[];
}

/**
 * Erases again each child that an audit log of the databases set aside lists as erased. The caller removes the
 * children's files after the media are restored.
 */
export function repeatErasures(databaseUrl: string, manifest: Manifest): Promise<RepeatedErasures> {
  return onConnection(databaseUrl, async (client) => {
    const logs: Log[] = [];
    // There can be several: an earlier restore keeps its own schemas, also one that was killed half-way.
    for (const schema of await setAsideSchemas(client)) {
      if (!(await hasTable(client, `${schema}.audit_log`))) continue;
      if (!(await hasTable(client, `${schema}.installation`))) continue;
      logs.push(await readLog(client, schema, manifest));
    }
    const erasures = new Map(logs.flatMap((log) => log.erasures).map((one) => [one.id, one]));
    const files = await drizzle(client).transaction(async (tx) => {
      const erased: ErasedFiles[] = [];
      for (const { id, actorId, requestId } of erasures.values()) {
        const author = { userId: await knownUser(tx, actorId), requestId: requestId ?? 'restore' };
        const unused = await eraseAgain(tx, { jobs }, { id, author });
        if (unused) erased.push(unused);
      }
      return erased;
    });
    return { children: files.length, allKnown: logs.some(({ spansBackup }) => spansBackup), files };
  });
}

// The restored database does not know a user whose account was created after the backup.
async function knownUser(tx: Queryable, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
  return user?.id ?? null;
}

interface Log {
  readonly erasures: readonly {
    readonly id: string;
    readonly actorId: string | null;
    readonly requestId: string | null;
  }[];
  /** The log is of the backup's installation and goes on from before the backup until after it. */
  readonly spansBackup: boolean;
}

async function readLog(client: ClientBase, schema: string, { at, installationId }: Manifest): Promise<Log> {
  const [log, installation] = ['audit_log', 'installation'].map((name) => `${escapeIdentifier(schema)}.${name}`);
  const { rows: erasures } = await client.query<Log['erasures'][number]>(`
    select entity_id as id, actor_id as "actorId", request_id as "requestId" from ${log}
    where entity = 'profiles' and action = 'erase' order by at`);
  const { rows } = await client.query<{ spans: boolean }>(
    `select exists (select from ${installation} where id = $1) and exists (select from ${log} where at <= $2)
       and exists (select from ${log} where at > $2) as spans`,
    [installationId, at],
  );
  return { erasures, spansBackup: rows[0]?.spans === true };
}
