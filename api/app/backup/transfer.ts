import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { migrateJobs } from '#api/ground/jobs/migrate.ts';
import { type Storage, StoredFileMissing } from '#api/ground/storage/storage.ts';
import { migrationsOf, sequencesOf } from './catalog.ts';
import { copyOut, lockedTables } from './dump.ts';
import { copyIn, emptyTables, makePartitions, setSequences, withoutKeysAndTriggers } from './load.ts';
import { compareDatabase, type Differences, type SavedRows } from './restore-backup.ts';
import { makeSchemaOf } from './schema-of.ts';
import { inOneTransaction, inSnapshot, onConnection } from './snapshot.ts';

interface Transfer {
  readonly from: string;
  /** An empty database. */
  readonly to: string;
  readonly root: string;
  readonly logger: Logger;
}

/** Copies one database into another, row by row without a file, and compares the two. */
export async function transferDatabase({ from, to, root, logger }: Transfer): Promise<{
  readonly tables: readonly SavedRows[];
  readonly differences: Differences;
}> {
  const tables = await inSnapshot(from, async (source) => {
    await makeSchemaOf(await migrationsOf(source), { url: to, root });
    await migrateJobs(to, logger);
    return inOneTransaction(to, async (target) => {
      const copied: SavedRows[] = [];
      await emptyTables(target);
      const restoreKeysAndTriggers = await withoutKeysAndTriggers(target);
      for (const table of await lockedTables(source)) {
        await makePartitions(target, table);
        const { rows, digest } = await copyOut(source, table, (content) => copyIn(target, table, content));
        copied.push({ ...table, rows, digest });
      }
      await setSequences(target, await sequencesOf(source));
      await restoreKeysAndTriggers();
      return copied;
    });
  });
  return { tables, differences: await compareDatabase(to, { tables }) };
}

/** Reads the file of every media row and compares it with its hash. */
export async function compareMedia(
  url: string,
  storage: Storage,
): Promise<{ files: number; differences: Differences }> {
  const { rows } = await onConnection(url, (client) =>
    client.query<{ key: string; sha256: string }>('select storage_key as key, sha256 from media order by 1'),
  );
  const differences: string[] = [];
  for (const { key, sha256 } of rows) {
    const found = await hashOfFile(storage, key);
    if (found === undefined) differences.push(`media ${key}: its file is missing`);
    else if (found !== sha256) differences.push(`media ${key}: its content differs from its row`);
  }
  return { files: rows.length, differences };
}

async function hashOfFile(storage: Storage, key: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of (await storage.open(key)) as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof StoredFileMissing) return undefined;
    throw error;
  }
}
