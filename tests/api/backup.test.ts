import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBackups, manifestOf } from '#api/app/backup/find-backups.ts';
import { createFolderPlace } from '#api/app/backup/folder-place.ts';
import { makeBackup } from '#api/app/backup/make-backup.ts';
import type { Manifest } from '#api/app/backup/manifest.ts';
import { compareDatabase, restoreDatabase, restoreMedia } from '#api/app/backup/restore-backup.ts';
import { type BackupKey, createSeal, newBackupKey, readBackupKey } from '#api/app/backup/seal.ts';
import { prepareMedia } from '#api/domains/uploads/jobs.ts';
import { newId } from '#api/ground/db/ids.ts';
import { createFolderStorage } from '#api/ground/storage/folder-storage.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';

const scratch = new ScratchDatabases();
const folders: string[] = [];
const world = keptApi();
let key: BackupKey;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-backup-'));
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  key = await readBackupKey((await newBackupKey()).identity);
});
afterAll(async () => {
  await scratch.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function backUp(folder: string, sealedFor?: BackupKey, storage = world.services.storage) {
  const place = createFolderPlace(folder);
  const { databaseUrl } = world;
  return { place, ...(await makeBackup({ databaseUrl, storage, place, seal: createSeal(sealedFor) })) };
}

/** Into an empty database, or into one with tables, which is created faster. */
async function restore(folder: string, manifest: Manifest, { opened, into }: RestoreTo = {}) {
  const databaseUrl = await (into === 'empty' ? scratch.create() : scratch.createPrepared());
  const work = {
    place: createFolderPlace(folder),
    manifest,
    key: opened,
    databaseUrl,
    storage: createFolderStorage(await newFolder()),
    root: resolve('.'),
    logger: pino({ level: 'silent' }),
  };
  await restoreDatabase(work);
  return { ...work, database: await compareDatabase(databaseUrl, manifest), media: await restoreMedia(work) };
}

interface RestoreTo {
  readonly opened?: BackupKey;
  readonly into?: 'empty';
}

type Row = Record<string, unknown>;
const rowsIn = (url: string, query: string) => connected(async (client) => (await client.query<Row>(query)).rows, url);

describe('a backup', () => {
  test('brings every row but the signing keys and counts of limits back, every waiting job and every file, into the same tables', async () => {
    const { services, databaseUrl } = world;
    await services.jobs.add(services.db, prepareMedia, { requestId: newId() }, { runAt: new Date('2040-01-01') });
    const folder = await newFolder();
    const { manifest } = await backUp(folder);
    expect(manifest.files).toMatchObject({ missing: 0, damaged: 0 });
    expect(manifest.files.count).toBeGreaterThan(20);
    expect(manifest.tables.find(({ name }) => name === 'page_views')?.rows).toBeGreaterThan(100);

    const restored = await restore(folder, manifest, { into: 'empty' });
    expect(restored.database).toEqual([]);
    expect(restored.media).toEqual([]);
    // Not encrypted, so without the keys that sign tokens and links.
    expect(manifest.signingKeys).toBe(false);
    expect(await rowsIn(restored.databaseUrl, 'select * from signing_keys')).toEqual([]);
    const jobs = `select identifier, payload::text, run_at from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where run_at > '2039-01-01'`;
    expect(await rowsIn(restored.databaseUrl, jobs)).toEqual(await rowsIn(databaseUrl, jobs));
    const structure = `select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexrelid::regclass::text, '', pg_get_indexdef(indexrelid)
        from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace order by 1, 2, 3`;
    expect(await rowsIn(restored.databaseUrl, structure)).toEqual(await rowsIn(databaseUrl, structure));
  });

  test('is made while others write, and is of one instant', async () => {
    const { pool } = world.services;
    const folder = await newFolder();
    const writing = new AbortController();
    // Two tables with equal content at every instant.
    const writer = (async () => {
      for (let n = 1; !writing.signal.aborted; n += 1) {
        await pool.query(
          `with run as (insert into maintenance_runs (id, kind, details) values (gen_random_uuid(), 'sweep', '{"test": true}'))
            insert into nightly_runs (id, started_at, removed) values (gen_random_uuid(), now() + $1 * interval '1 hour', '{"test": 1}')`,
          [n],
        );
      }
    })();
    try {
      const { manifest } = await backUp(folder);
      const restored = await restore(folder, manifest);
      expect(restored.database).toEqual([]);
      const [counts] = await rowsIn(
        restored.databaseUrl,
        `select (select count(*)::int from maintenance_runs where details ? 'test') as a,
          (select count(*)::int from nightly_runs where removed ? 'test') as b`,
      );
      expect(counts?.a).toBe(counts?.b);
    } finally {
      writing.abort();
      await writer;
    }
  });

  test('has no counts of limits, whose keys name networks', async () => {
    await world.services.pool.query(`insert into rate_limits values ('code-misses:203.0.113.7', 1, 4102444800000)`);
    const folder = await newFolder();
    const { manifest } = await backUp(folder);
    expect(manifest.tables.map(({ name }) => name)).not.toContain('rate_limits');
    const restored = await restore(folder, manifest);
    expect(restored.database).toEqual([]);
    expect(await rowsIn(restored.databaseUrl, 'select * from rate_limits')).toEqual([]);
  });

  test('copies no file twice, and every file again for another key', async () => {
    const folder = await newFolder();
    const first = await backUp(folder);
    expect(first.copied).toBe(first.manifest.files.count);
    expect((await backUp(folder)).copied).toBe(0);
    expect((await backUp(folder, key)).copied).toBe(first.copied);
    expect(await findBackups(first.place)).toHaveLength(3);
  });

  test('takes another snapshot when a file of the first was deleted before its turn, and says which files the store has lost', async () => {
    const { storage, pool } = world.services;
    const [doomed, lost] = await Promise.all([addFile('doomed'), addFile('lost'), addFile('kept')]);
    await storage.remove(lost);
    let deleted = false;
    const deleting = {
      ...storage,
      open: async (name: string) => {
        if (!deleted) {
          deleted = true;
          await pool.query('delete from media where storage_key = $1', [doomed]);
          await storage.remove(doomed);
        }
        return storage.open(name);
      },
    };
    const folder = await newFolder();
    const { manifest } = await backUp(folder, undefined, deleting);
    expect(manifest.files.missing).toBe(1);
    const restored = await restore(folder, manifest);
    expect(restored.database).toEqual([]);
    expect(restored.media).toEqual([`media ${lost}: its file is missing`]);
    expect(await rowsIn(restored.databaseUrl, `select from media where storage_key = '${doomed}'`)).toEqual([]);
    await pool.query('delete from media where storage_key = $1', [lost]);
  });

  test('removes first the half-copied files of killed backups, a day later', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'arriving'));
    await writeFile(join(folder, 'arriving', 'old'), 'cut off');
    await utimes(join(folder, 'arriving', 'old'), new Date(), new Date(Date.now() - 25 * 3_600_000));
    await writeFile(join(folder, 'arriving', 'new'), 'perhaps on its way');
    await backUp(folder);
    expect(await readdir(join(folder, 'arriving'))).toEqual(['new']);
  });

  test('is refused in a place that holds the backups of another installation', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'manabook.json'), JSON.stringify({ installationId: newId() }));
    await expect(backUp(folder)).rejects.toThrow('holds the backups of another installation');
  });
});

describe('an encrypted backup', () => {
  test('holds the signing keys, and nothing that can be read without the identity', async () => {
    const folder = await newFolder();
    const { manifest } = await backUp(folder, key);
    expect(manifest).toMatchObject({ signingKeys: true, recipients: key.recipients });
    const restored = await restore(folder, manifest, { opened: key });
    expect([...restored.database, ...restored.media]).toEqual([]);
    const keys = 'select * from signing_keys order by id';
    expect(await rowsIn(restored.databaseUrl, keys)).toEqual(await rowsIn(world.databaseUrl, keys));

    const recipients = { recipients: key.recipients, identities: [] };
    await expect(restoreDatabase({ ...restored, key: recipients })).rejects.toThrow('This backup is encrypted');
    const other = await readBackupKey((await newBackupKey()).identity);
    await expect(restoreDatabase({ ...restored, key: other })).rejects.toThrow('does not open this backup');
    const age = Buffer.from('age-encryption.org/v1');
    for (const path of await filesBelow(folder)) {
      if (/manabook\.json$|manifest\.json$|files\.jsonl\.gz$/.test(path)) continue;
      expect((await readFile(path)).subarray(0, age.length)).toEqual(age);
    }
  });
});

describe('a damaged backup', () => {
  test('is told file by file for the media, and fills no table when a part of the database was changed', async () => {
    const folder = await newFolder();
    const { manifest, place } = await backUp(folder);
    const [changed = '', lost = ''] = await filesBelow(join(folder, 'files'));
    await writeFile(changed, 'other bytes');
    await rm(lost);
    const { media, ...work } = await restore(folder, await manifestOf(place, manifest.name));
    expect(media).toHaveLength(4);
    expect(media.join('\n')).toContain('damaged in the backup');
    expect(media.join('\n')).toContain('not in the backup');

    const part = join(folder, 'backups', manifest.name, 'tables/public.users.copy.gz');
    const bytes = await readFile(part);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 5) ^ 1, bytes.length - 5);
    await writeFile(part, bytes);
    await expect(restoreDatabase(work)).rejects.toThrow();
    // The previous content is still there.
    expect(await compareDatabase(work.databaseUrl, manifest)).toEqual([]);
  });
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** A stored file with its row, as an upload leaves them. */
async function addFile(name: string): Promise<string> {
  const { storage, pool } = world.services;
  const storageKey = `${newId()}.mp3`;
  const content = Buffer.from(name);
  await storage.put(storageKey, Readable.from([content]));
  await pool.query(
    `insert into media (id, kind, purpose, storage_key, content_type, byte_size, file_name, search_text, sha256)
      values ($1, 'audio', 'teaching', $2, 'audio/mpeg', $3, $4, $4, encode(sha256($5), 'hex'))`,
    [newId(), storageKey, content.length, name, content],
  );
  return storageKey;
}
