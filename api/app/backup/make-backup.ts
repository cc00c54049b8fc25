import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { lockKeys } from '#api/ground/db/advisory-locks.ts';
import { messageOf } from '#api/ground/message-of.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { migrationsOf, sequencesOf } from './catalog.ts';
import { BackupRefused, claimPlace, installationOf } from './claim-place.ts';
import { copyOut, countingTables, keyTables, lockedTables } from './dump.ts';
import { findBackups, filesOf, manifestOf } from './find-backups.ts';
import { backupFormat, folderOf, type ListedFile, type Manifest, type TablePart } from './manifest.ts';
import { type CopiedFiles, copyMedia, nameOfFile } from './media-files.ts';
import { backupsOfOthers, othersInWords, recordBackup } from './own-backups.ts';
import { writePart } from './parts.ts';
import type { Place } from './place.ts';
import { type CleanUp, unfinishedFor } from './retention.ts';
import type { Seal } from './seal.ts';
import { inSnapshot, onConnection } from './snapshot.ts';

export interface BackupWork {
  readonly databaseUrl: string;
  readonly storage: Storage;
  readonly place: Place;
  readonly seal: Seal;
  /** Takes the place over from another database, or begins anew in it. */
  readonly claim?: boolean;
  /** When the run began; now, unless given. */
  readonly startedAt?: Date;
  /** Called when the backup is complete, under the advisory lock. */
  readonly finish?: () => Promise<CleanUp>;
}

export interface MadeBackup {
  readonly manifest: Manifest;
  readonly copied: number;
  readonly copiedBytes: number;
  /** What became of old backups afterwards. */
  readonly cleanUp: CleanUp;
  /** The id of the maintenance run, which is not finished yet. */
  readonly runId: string;
}

const tries = 5;
/** Refused because another backup is running. That backup does the work, so nothing has failed. */
export class AnotherBackupRuns extends BackupRefused {}

/**
 * Saves database and media of one instant while both are in use. When files are deleted between the snapshot and their
 * turn, another snapshot is taken. Most files are copied by then, so soon a snapshot finds all of its files.
 */
export function makeBackup(work: BackupWork): Promise<MadeBackup> {
  const { databaseUrl, place, startedAt = new Date() } = work;
  return onConnection(databaseUrl, async (now) => {
    const { rows } = await now.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKeys.backup]);
    if (rows[0]?.mine !== true) throw new AnotherBackupRuns('Another backup of this installation is running');
    const since = await claimPlace(place, now, work.claim ?? false);
    await place.removeUnfinished(new Date(Date.now() - unfinishedFor));
    const earlierFiles = await filesInPlace(work);
    const sum = { copied: 0, copiedBytes: 0 };
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const made = await inSnapshot(databaseUrl, async (snapshot) => {
        const at = new Date();
        const tables = await lockedTables(snapshot);
        const files = await copyMedia({ snapshot, now }, { ...work, known: earlierFiles });
        sum.copied += files.copied;
        sum.copiedBytes += files.copiedBytes;
        if (files.vanished > 0) return undefined;
        const manifest = await writeParts(work, { snapshot, at, tables, files });
        const runId = await recordBackup(now, { place, backup: manifest.name, startedAt });
        await writeManifest(place, manifest);
        return { manifest, runId };
      });
      if (made) return { ...made, ...sum, cleanUp: await finish(work, now, since) };
    }
    throw new BackupRefused(
      `Files were deleted faster than they could be copied, ${tries} times. Try again at a quieter time`,
    );
  });
}

// Meanwhile a copy of this database, with the same identity, may have made a backup here. Then nothing is removed.
async function finish({ place, finish: cleanUp }: BackupWork, now: Client, since: Date): Promise<CleanUp> {
  const others = await backupsOfOthers(place, now, since)
    .then((names) => (names.length > 0 ? [`${place.title} ${othersInWords(names)}`] : []))
    .catch((error: unknown) => [messageOf(error)]);
  if (others.length > 0) return { removed: 0, problems: others };
  return (await cleanUp?.()) ?? { removed: 0, problems: [] };
}

async function filesInPlace({ place, seal }: BackupWork): Promise<Map<string, ListedFile>> {
  const stored = new Set<string>();
  for await (const name of place.list(`files/${seal.folder}`)) stored.add(name);
  if (stored.size === 0) return new Map();
  for (const backup of await findBackups(place)) {
    // A backup that cannot be read is reported when old backups are removed. An older backup lists most of the files too.
    const listed = await filesIn(place, backup, seal).catch(() => undefined);
    if (listed)
      return new Map(listed.filter(({ key }) => stored.has(nameOfFile(seal, key))).map((each) => [each.key, each]));
  }
  return new Map();
}

/** The files of a backup; undefined for one with another key. */
async function filesIn(place: Place, backup: string, seal: Seal): Promise<ListedFile[] | undefined> {
  const manifest = await manifestOf(place, backup);
  if (manifest.files.folder !== seal.folder) return undefined;
  const files: ListedFile[] = [];
  for await (const file of filesOf(place, manifest)) files.push(file);
  return files;
}

interface Instant {
  readonly snapshot: Client;
  readonly at: Date;
  readonly tables: Awaited<ReturnType<typeof lockedTables>>;
  readonly files: CopiedFiles;
}

/** Writes all of a backup except the manifest, which makes it complete. */
async function writeParts({ place, seal }: BackupWork, { snapshot, at, tables, files }: Instant): Promise<Manifest> {
  const name = at.toISOString().replace(/[:.]/g, '-');
  const folder = folderOf(name);
  const saved: TablePart[] = [];
  for (const table of tables) {
    if (countingTables.includes(table.name)) continue;
    if (!seal.recipients && keyTables.includes(table.name)) continue;
    const part = `tables/${table.schema}.${table.name}.copy`;
    const { kept, rows, digest } = await copyOut(snapshot, table, (content) =>
      writePart({ place, seal, folder, name: part, content }),
    );
    saved.push({ ...table, rows, digest, ...kept });
  }
  const list = Readable.from(lines(files.files));
  // Not encrypted, so that old backups can be removed without the identity. Keys are random and file names are not
  // listed.
  const written = await writePart({
    place,
    seal: { ...seal, suffix: '', close: unchanged },
    folder,
    name: 'files.jsonl',
    content: list,
  });
  const postgres = await snapshot.query<{ version: string }>("select current_setting('server_version') as version");
  return {
    format: 'manabook-backup',
    version: backupFormat,
    name,
    at: at.toISOString(),
    installationId: await installationOf(snapshot),
    postgres: postgres.rows[0]?.version ?? '',
    migrations: await migrationsOf(snapshot),
    recipients: seal.recipients && [...seal.recipients],
    signingKeys: seal.recipients !== null,
    tables: saved,
    sequences: await sequencesOf(snapshot),
    files: {
      ...written,
      folder: seal.folder,
      count: files.files.length,
      contentBytes: files.files.reduce((sum, { size }) => sum + size, 0),
      missing: files.missing.length,
      damaged: files.damaged.length,
    },
  };
}

async function writeManifest(place: Place, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  await place.put(`${folderOf(manifest.name)}/manifest.json`, Readable.from([Buffer.from(text)]));
}

const unchanged = (content: Readable) => Promise.resolve(content);

function* lines(files: readonly ListedFile[]): Generator<Buffer> {
  for (const file of files) yield Buffer.from(`${JSON.stringify(file)}\n`);
}
