import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#api/ground/settings/settings.ts';

/** The folder of temporary files: uploaded forms and files being encoded. Files older than an hour are removed. */
export const arrivalsOf = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'arriving');

/** Runs work with a temporary folder, which is removed afterwards. */
export async function inScratch<Result>(
  settings: Settings,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const arrivals = arrivalsOf(settings);
  await mkdir(arrivals, { recursive: true });
  const folder = await mkdtemp(join(arrivals, 'scratch-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
