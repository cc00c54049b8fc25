import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#api/ground/settings/settings.ts';

/** Where files wait that are no one's yet: those of forms, and those being made. What is left there an hour later is swept. */
export const arrivalsOf = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'arriving');

/** Gives a piece of work a folder of its own, which is gone when the work is done. */
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
