import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeOwnFolder, removeUnused, useFolder } from '#tests/support/used-folders.ts';

const { pid: ended } = spawnSync(process.execPath, ['--version']);
const running = process.ppid;

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'shared-'));
  onTestFinished(() => rm(place, { recursive: true }));
});

async function folder(name: string, mark?: string): Promise<string> {
  await mkdir(join(place, name));
  if (mark !== undefined) await writeFile(join(place, name, mark), '');
  return join(place, name);
}

test('only the folders that no running process uses or makes are removed', async () => {
  await folder('used', `used-by-${running}`);
  await folder('left', `used-by-${ended}`);
  await folder('never-used', 'name');
  await folder(`of-${running}-abc`);
  await folder(`of-${ended}-abc`);
  await removeUnused(place);
  expect(await readdir(place)).toEqual([`of-${running}-abc`, 'used']);
  await removeUnused(join(place, 'nowhere'));
});

test('this process’s own folders stay while it uses them', async () => {
  const [used, made] = [await folder('used'), await makeOwnFolder(place)];
  const leave = await useFolder(used);
  await removeUnused(place);
  expect((await readdir(place)).map((name) => join(place, name)).sort()).toEqual([made, used].sort());
  await leave();
  await removeUnused(place);
  expect(await readdir(place)).toHaveLength(1);
  await expect(useFolder(used)).rejects.toThrow('ENOENT');
});
