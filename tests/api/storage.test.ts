import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStorage } from '#api/storage/folder-storage.ts';
import { type Storage, StoredFileMissing } from '#api/storage/storage.ts';

let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-storage-'));
  storage = createFolderStorage(folder);
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const put = (key: string, content: string) => storage.put(key, Readable.from([Buffer.from(content)]));

describe('the folder storage', () => {
  test('gives back what was put, whole or in part, with its size', async () => {
    expect(await put('some-file-1', 'hello, world')).toEqual({ size: 12 });
    expect(await storage.size('some-file-1')).toBe(12);
    expect(await text(await storage.open('some-file-1'))).toBe('hello, world');
    expect(await text(await storage.open('some-file-1', { start: 7, end: 9 }))).toBe('wor');
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
    expect(await readdir(join(folder, 'arriving'))).toEqual([]);
  });

  test('two who put the same file at once both succeed, and one of them is there whole', async () => {
    const contents = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await Promise.all(contents.map((content) => put('some-file-4', content)));
    expect(contents).toContain((await buffer(await storage.open('some-file-4'))).toString());
  });

  test.each(['../outside', '..', 'a/b/c/d/e/f', '/etc/passwd', 'with\\back', 'nul\u0000byte', 'short', '.hidden-file'])(
    'no key leaves the folder: %j',
    async (key) => {
      await expect(put(key, 'x')).rejects.toThrow('Not a storage key');
      await expect(storage.open(key)).rejects.toThrow('Not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('Not a storage key');
    },
  );
});
