import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryPlaces } from '#launch/temporary-places.ts';
import { openRunFolder } from '#tests/support/run-folder.ts';

let outside: string;
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'outside-'));
  vi.stubEnv('TMPDIR', outside);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(outside, { recursive: true });
});

test('a run’s temporary folder goes with what its workers left, and the folders of killed runs with it', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const [killed, going, other] = [`manabook-run-${ended}-abc`, `manabook-run-${process.ppid}-abc`, 'manabook-else'];
  for (const name of [killed, going, other]) await mkdir(join(outside, name));
  // A killed run may have had its folder in another place, as in memory.
  const everywhere = temporaryPlaces().map((place) => join(place, killed));
  for (const name of everywhere) await mkdir(name, { recursive: true });
  const remove = await openRunFolder();
  const folder = tmpdir();
  expect(folder.startsWith(join(outside, `manabook-run-${process.pid}-`))).toBe(true);
  // Another user may pass through it, but not look into it.
  expect((await stat(folder)).mode & 0o777).toBe(0o711);
  for (const name of everywhere) expect(existsSync(name), name).toBe(false);
  await mkdir(join(folder, 'manabook-world-1'));
  await writeFile(join(folder, 'manabook-world-1', 'file'), 'left by a worker');
  await remove();
  expect(await readdir(outside)).toEqual([other, going]);
});
