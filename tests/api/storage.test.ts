import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStorage } from '#api/ground/storage/folder-storage.ts';
import { putWritten } from '#api/ground/storage/put-written.ts';
import { openBucket } from '#api/ground/storage/s3-bucket.ts';
import { createS3Storage } from '#api/ground/storage/s3-storage.ts';
import { type Storage, StoredFileMissing } from '#api/ground/storage/storage.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';

let folder: string;
let server: S3Server;
const storages = new Map<string, Storage>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-storage-'));
  server = await startS3Server();
  storages.set('folder', createFolderStorage(folder));
  storages.set('S3', await createS3Storage(server.settings, 'school-1'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(['folder', 'S3'])('the %s storage', (name) => {
  let storage: Storage;
  beforeAll(() => {
    const found = storages.get(name);
    if (found) storage = found;
  });

  const put = (key: string, content: string) => storage.put(key, Readable.from([Buffer.from(content)]));
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of storage.list()) found.push(key);
    return found.sort();
  };

  test('gives back what was put, whole or in part, with its size', async () => {
    expect(await put('some-file-1', 'hello, world')).toEqual({ size: 12 });
    expect(await storage.size('some-file-1')).toBe(12);
    expect(await text(await storage.open('some-file-1'))).toBe('hello, world');
    expect(await text(await storage.open('some-file-1', { start: 7, end: 9 }))).toBe('wor');
  });

  test('takes what is larger than one part of a transfer', async () => {
    const chunk = Buffer.alloc(65_536, 'manabook');
    const size = 200 * chunk.length;
    expect(await storage.put('some-large-file', Readable.from(Array.from({ length: 200 }, () => chunk)))).toEqual({
      size,
    });
    expect(await storage.size('some-large-file')).toBe(size);
    expect(await text(await storage.open('some-large-file', { start: size - 8, end: size - 1 }))).toBe('manabook');
    await storage.remove('some-large-file');
  });

  test('puts anew what is there, removes it once and again, and says what is missing', async () => {
    await put('some-file-2', 'old');
    await put('some-file-2', 'new and longer');
    expect(await text(await storage.open('some-file-2'))).toBe('new and longer');
    await storage.remove('some-file-2');
    await storage.remove('some-file-2');
    expect(await storage.size('some-file-2')).toBeUndefined();
    await expect(storage.open('some-file-2')).rejects.toThrow(StoredFileMissing);
  });

  test('keeps nothing of a file whose stream breaks off', async () => {
    await put('some-file-3', 'as it was');
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(70_000);
        throw new Error('the line is dead');
      })(),
    );
    await expect(storage.put('some-file-3', broken)).rejects.toThrow('the line is dead');
    expect(await text(await storage.open('some-file-3'))).toBe('as it was');
  });

  test('two who put the same file at once both succeed, and one of them is there whole', async () => {
    const contents = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await Promise.all(contents.map((content) => put('some-file-4', content)));
    expect(contents).toContain((await buffer(await storage.open('some-file-4'))).toString());
  });

  test('lists every file, and when it was stored', async () => {
    await put('listed-file.small', 'x');
    expect(await keys()).toEqual(['listed-file.small', 'some-file-1', 'some-file-3', 'some-file-4']);
    for await (const { storedAt } of storage.list()) expect(Date.now() - storedAt.getTime()).toBeLessThan(60_000);
  });

  test('stores what is written, and ends the writer when the store gives up, and the store when the writer does', async () => {
    const much = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(65_536)));
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    const half = Readable.from(
      (async function* () {
        yield Buffer.alloc(200_000);
        await Promise.resolve();
        throw new Error('The rows are gone');
      })(),
    );
    await expect(putWritten(storage, 'written-1', (target) => pipeline(much, target))).resolves.toEqual({
      size: 64 * 65_536,
    });
    await expect(putWritten(storage, '../outside', (target) => pipeline(endless, target))).rejects.toThrow(
      'Not a storage key',
    );
    await expect(putWritten(storage, 'written-2', (target) => pipeline(half, target))).rejects.toThrow(
      'The rows are gone',
    );
    expect(await storage.size('written-2')).toBeUndefined();
    await storage.remove('written-1');
  });

  test.each(['../outside', '..', 'a/b/c/d/e/f', '/etc/passwd', 'with\\back', 'nul\u0000byte', 'short', '.hidden-file'])(
    'no key leaves it: %j',
    async (key) => {
      await expect(put(key, 'x')).rejects.toThrow('Not a storage key');
      await expect(storage.open(key)).rejects.toThrow('Not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('Not a storage key');
    },
  );
});

test('the folder loses what was begun and never became a file, once it is old', async () => {
  // A folder of its own: whatever another test leaves on its way in is not counted here.
  const storage = createFolderStorage(join(folder, 'unfinished'));
  const arriving = join(folder, 'unfinished', 'arriving');
  const unfinished = new Readable({ read: () => undefined });
  const putting = storage.put('some-file-5', unfinished);
  unfinished.push('half');
  await expect.poll(() => readdir(arriving).catch(() => [])).toHaveLength(1);
  await storage.sweepUnfinished(new Date(Date.now() - 60_000));
  const [name = ''] = await readdir(arriving);
  // Later bytes would update the file's time.
  await expect.poll(async () => (await stat(join(arriving, name))).size).toBe('half'.length);
  await utimes(join(arriving, name), new Date(0), new Date(0));
  await storage.sweepUnfinished(new Date(Date.now() - 60_000));
  expect(await readdir(arriving)).toEqual([]);
  unfinished.push(null);
  await expect(putting).rejects.toThrow('ENOENT');
});

test('the folder and its files are closed to others on the machine', async () => {
  const storage = createFolderStorage(join(folder, 'closed'));
  await storage.put('some-file-6', Readable.from(['x']));
  await storage.put('some-file-7', Readable.from(['x']));
  await storage.setAside('some-file-7');
  const modes = new Set<string>();
  for (const entry of await readdir(join(folder, 'closed'), { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    modes.add(`${entry.isFile() ? 'file' : 'folder'} ${(mode & 0o777).toString(8)}`);
  }
  expect([...modes].sort()).toEqual(['file 640', 'folder 750']);
});

test('a bucket is listed to its end, page after page', async () => {
  const bucket = await openBucket(server.settings);
  const names = Array.from({ length: 1001 }, (_, number) => `many/file-${number}`);
  for (let from = 0; from < names.length; from += 100)
    await Promise.all(names.slice(from, from + 100).map((name) => bucket.put(name, Readable.from(['x']))));
  const found: string[] = [];
  for await (const { key } of bucket.list('many/')) found.push(key);
  expect(found.sort()).toEqual(names.sort());
}, 60_000);

test('an S3 store that is away fails the call', async () => {
  const away = await startS3Server();
  const storage = await createS3Storage(away.settings, 'school-1');
  await away.close();
  await expect(storage.size('some-file-1')).rejects.toThrow();
});
