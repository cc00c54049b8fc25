import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { arrivalsOf } from '#api/ground/media/scratch.ts';
import { startWorld } from '#tests/support/world.ts';

test('each process removes what killed ones left in the folder of its host every hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const world = await startWorld({ gateway: false, api: { jobsInApi: false } });
  onTestFinished(() => world.close());
  const folder = arrivalsOf(world.services.settings);
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await writeFile(join(folder, 'form-old'), 'a photo');
  await utimes(join(folder, 'form-old'), longAgo, longAgo);
  await writeFile(join(folder, 'form-new'), 'a photo');
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(() => readdir(folder)).toEqual(['form-new']);
});
