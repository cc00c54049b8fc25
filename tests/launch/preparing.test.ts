import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build } from '#launch/build-steps.ts';
import { install } from '#launch/install.mjs';
import { ask, claim, lockAddress } from '#launch/lock.mjs';
import { replaceFolder } from '#launch/replace-folder.ts';
import { clearStamp, fingerprint, isFresh, setStamp } from '#launch/stamps.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'manabook-preparing-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the installation', () => {
  const entry = (version: string) => ({ version, integrity: `sha512-${version}` });
  const write = async (wanted: object, installed?: object) => {
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
    await mkdir(join(root, 'node_modules'), { recursive: true });
    if (installed)
      await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
  };

  /** Whether packages would be installed; nothing is installed. */
  async function installs(testing: boolean): Promise<boolean> {
    let steps = 0;
    const progress = { line: () => undefined, step: () => Promise.reject(new Error(`step ${(steps += 1)}`)) };
    await install({ root, progress, testing }).catch(() => undefined);
    return steps > 0;
  }

  it('is left alone when everything that is asked for is there, other platforms’ packages aside', async () => {
    const wanted = { '': {}, 'node_modules/a': entry('1'), 'node_modules/b': { ...entry('1'), optional: true } };
    await write(wanted, { 'node_modules/a': entry('1') });
    expect(await installs(true)).toBe(false);
  });

  it('is done when a package is missing, has another version, or when npm has not finished', async () => {
    await write({ 'node_modules/a': entry('2') }, { 'node_modules/a': entry('1') });
    expect(await installs(false)).toBe(true);
    await write({ 'node_modules/a': entry('2') }, {});
    expect(await installs(false)).toBe(true);
    await rm(join(root, 'node_modules', '.package-lock.json'));
    expect(await installs(false)).toBe(true);
  });

  it('needs the tests’ packages for the tests only', async () => {
    await write({ 'node_modules/a': { ...entry('1'), dev: true } }, {});
    expect([await installs(false), await installs(true)]).toEqual([false, true]);
  });

  it('is done anew for a folder that was copied from another kind of machine', async () => {
    await write({ 'node_modules/a': entry('1') }, { 'node_modules/a': entry('1') });
    await writeFile(join(root, 'node_modules', '.manabook-platform'), 'plan9-mips');
    expect(await installs(false)).toBe(true);
  });
});

describe('a build step', () => {
  const inputs = () => fingerprint({ root, paths: ['source'] });

  it('is fresh until a source or an output changes', async () => {
    await mkdir(join(root, 'source'));
    await writeFile(join(root, 'source', 'a.ts'), 'one');
    await writeFile(join(root, 'made.js'), '');
    const made = await inputs();
    await setStamp({ root, step: 'servers', inputs: made, outputs: ['made.js'] });
    expect(await isFresh({ root, step: 'servers', inputs: await inputs() })).toBe(true);
    await writeFile(join(root, 'source', 'a.ts'), 'two');
    expect(await isFresh({ root, step: 'servers', inputs: await inputs() })).toBe(false);
    await rm(join(root, 'made.js'));
    expect(await isFresh({ root, step: 'servers', inputs: made })).toBe(false);
  });

  it('counts as not done once it has begun again', async () => {
    await setStamp({ root, step: 'web', inputs: 'x', outputs: [] });
    await clearStamp(root, 'web');
    expect(await isFresh({ root, step: 'web', inputs: 'x' })).toBe(false);
  });

  it('that is old is not built by what tests start: other tests use the build', async () => {
    let steps = 0;
    const progress = { line: () => undefined, step: () => Promise.reject(new Error(`step ${(steps += 1)}`)) };
    await expect(build({ root, progress, wanted: 'types' })).rejects.toThrow(/run "npm run build"/);
    expect(steps).toBe(0);
  });
});

describe('a folder that is built', () => {
  it('stays whole until the next one is, and when that one fails', async () => {
    const folder = join(root, 'web');
    const make = (name: string) => async (into: string) => {
      await mkdir(into);
      await writeFile(join(into, name), '');
    };
    await replaceFolder(folder, make('first'));
    const failed = replaceFolder(folder, async (into) => {
      await make('half')(into);
      throw new Error('no room');
    });
    await expect(failed).rejects.toThrow('no room');
    expect(await readdir(folder)).toEqual(['first']);
    await replaceFolder(folder, async (into) => {
      await make('second')(into);
      expect(await readdir(folder)).toEqual(['first']);
    });
    expect(await readdir(folder)).toEqual(['second']);
    expect(await readdir(root)).toEqual(['web']);
  });
});

describe('the lock on a folder', () => {
  it('has one holder, who answers for itself, and is free when the holder lets go', async () => {
    const address = lockAddress('data', root);
    const held = await claim(address);
    if (!held) throw new Error('a new folder was locked');
    held.status = () => ({ url: 'http://localhost:4000' });
    expect(await claim(address)).toBeUndefined();
    expect(await ask(address)).toEqual({ url: 'http://localhost:4000' });
    await held.release();
    expect(await ask(address)).toBe('nobody');
    await (await claim(address))?.release();
  });
});
