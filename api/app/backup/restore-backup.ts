import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { eachOf } from '#api/ground/each-of.ts';
import { migrateJobs } from '#api/ground/jobs/migrate.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import type { TableShape } from './catalog.ts';
import { type CountedRows, countRows } from './dump.ts';
import { filesOf } from './find-backups.ts';
import { copyIn, emptyTables, makePartitions, setSequences, withoutKeysAndTriggers } from './load.ts';
import { folderOf, type ListedFile, type Manifest, type TablePart } from './manifest.ts';
import { nameOfFile } from './media-files.ts';
import { openPart } from './parts.ts';
import { NotInPlace, type Place } from './place.ts';
import { type BackupKey, identitiesFor, unseal } from './seal.ts';
import { makeSchemaOf } from './schema-of.ts';
import { inOneTransaction, inSnapshot, onConnection } from './snapshot.ts';

export interface RestoreWork {
  readonly place: Place;
  readonly manifest: Manifest;
  readonly key: BackupKey | undefined;
  /** An empty database. */
  readonly databaseUrl: string;
  readonly storage: Storage;
  /** The project's folder, for the migrations. */
  readonly root: string;
  readonly logger: Logger;
  /** Its abort ends the work before its next step. */
  readonly signal?: AbortSignal | undefined;
}

/** A table, with the count and digest of its rows when it was read. */
export type SavedRows = TableShape & CountedRows;

/** The differences between restored and saved data, as texts; empty when there are none. */
export type Differences = readonly string[];

/** Creates and fills the tables in one transaction. */
export async function restoreDatabase(work: RestoreWork): Promise<void> {
  const { place, manifest, key, databaseUrl, root, logger, signal } = work;
  await makeSchemaOf(manifest.migrations, { url: databaseUrl, root });
  signal?.throwIfAborted();
  await migrateJobs(databaseUrl, logger);
  signal?.throwIfAborted();
  await fillTables(databaseUrl, manifest, (written) =>
    openPart({ place, key, recipients: manifest.recipients, folder: folderOf(manifest.name), written }),
  );
}

/** Fills the tables of an up-to-date schema with saved rows. */
async function fillTables(
  databaseUrl: string,
  { tables, sequences }: Manifest,
  open: (table: TablePart) => Promise<Readable>,
): Promise<void> {
  await inOneTransaction(databaseUrl, async (client) => {
    await emptyTables(client);
    const restoreKeysAndTriggers = await withoutKeysAndTriggers(client);
    for (const table of tables) {
      await makePartitions(client, table);
      await copyIn(client, table, await open(table));
    }
    await setSequences(client, sequences);
    await restoreKeysAndTriggers();
  });
}

/** Compares every table with the saved one: the number of rows, and the digest of their content. */
export async function compareDatabase(
  databaseUrl: string,
  { tables }: { readonly tables: readonly SavedRows[] },
): Promise<Differences> {
  return inSnapshot(databaseUrl, async (client) => {
    const differences: string[] = [];
    for (const table of tables) {
      const found = await countRows(client, table);
      const difference = differenceOf(table, found);
      if (difference !== undefined) differences.push(difference);
    }
    return differences;
  });
}

function differenceOf({ schema, name, rows, digest }: SavedRows, found: CountedRows): string | undefined {
  if (found.rows !== rows) return `${schema}.${name}: ${found.rows} rows instead of ${rows}`;
  if (found.digest !== digest) return `${schema}.${name}: other contents than were saved`;
  return undefined;
}

/** Copies the files into a media store, except those that it has, and compares them with the manifest. */
export async function restoreMedia(work: RestoreWork): Promise<Differences> {
  const differences: string[] = [];
  const inBackup = new Map<string, string>();
  await eachOf(filesOf(work.place, work.manifest), atOnce, async (file) => {
    const difference = await restoreFile(work, file);
    if (difference === undefined) inBackup.set(file.key, file.sha256);
    else differences.push(difference);
  });
  return [...differences, ...(await rowsWithoutFile(work.databaseUrl, inBackup))];
}

const atOnce = 4;

async function restoreFile(work: RestoreWork, file: ListedFile): Promise<string | undefined> {
  const { storage, signal } = work;
  signal?.throwIfAborted();
  if ((await storage.size(file.key)) === file.size) {
    const there = hashing(await storage.open(file.key));
    for await (const chunk of there.content) void chunk;
    if (there.hash() === file.sha256) return undefined;
  }
  try {
    const saved = hashing(await openSaved(work, file), file);
    await storage.put(file.key, Readable.from(saved.content));
    return undefined;
  } catch (error) {
    if (error instanceof NotInPlace) return `media ${file.key}: not in the backup's place`;
    if (error instanceof FileDamaged) return `media ${file.key}: damaged in the backup's place`;
    throw error;
  }
}

async function openSaved({ place, manifest, key }: RestoreWork, { key: fileKey }: ListedFile): Promise<Readable> {
  const name = nameOfFile({ folder: manifest.files.folder, suffix: manifest.recipients ? '.age' : '' }, fileKey);
  const identities = identitiesFor(manifest.recipients, key);
  const stored = await place.open(name);
  return manifest.recipients ? unseal(stored, identities) : stored;
}

class FileDamaged extends Error {}

/** Hashes a stream. With an expected file, the stream fails at its end when it differs. */
function hashing(stream: Readable, expected?: ListedFile) {
  const hash = createHash('sha256');
  let found = '';
  async function* pass(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      // age detects changes of an encrypted file itself.
      if (expected) throw new FileDamaged(expected.key, { cause: error });
      throw error;
    }
    found = hash.digest('hex');
    if (expected && found !== expected.sha256) throw new FileDamaged(expected.key);
  }
  return { content: pass(), hash: () => found };
}

async function rowsWithoutFile(databaseUrl: string, files: ReadonlyMap<string, string>): Promise<string[]> {
  return onConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ key: string; sha256: string }>(
      'select storage_key as key, sha256 from media',
    );
    return rows.flatMap(({ key, sha256 }) => {
      const found = files.get(key);
      if (found === undefined) return [`media ${key}: its file is missing`];
      return found === sha256 ? [] : [`media ${key}: its content differs from its row`];
    });
  });
}
