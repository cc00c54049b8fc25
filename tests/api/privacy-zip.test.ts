import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { dataZip } from '#api/domains/privacy/data-zip.ts';
import { createFolderStorage } from '#api/ground/storage/folder-storage.ts';

const megabyte = 1024 * 1024;

test('a caller who takes five megabytes and leaves has had no more made, and what was being made ends', async () => {
  let made = 0;
  let ending = (_ended: string): void => {};
  const ended = new Promise<string>((resolve) => (ending = resolve));
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await Promise.resolve(randomBytes(16_384));
      made += chunk.length;
      yield chunk;
    }
  }
  const write = (target: Writable) => pipeline(Readable.from(endless()), target).finally(() => ending('ended'));
  let taken = 0;
  const caller = new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      if (taken > 5 * megabyte) this.destroy();
      done();
    },
  });
  const zip = dataZip(createFolderStorage('/nowhere'), [{ name: 'endless.csv', write }]);
  await expect(zip.write(caller)).rejects.toThrow();
  expect(await ended).toBe('ended');
  expect(made).toBeLessThan(taken + 2 * megabyte);
});
