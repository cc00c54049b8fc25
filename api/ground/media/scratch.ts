import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '#api/ground/settings/settings.ts';
import { removeOlder } from '#api/ground/storage/remove-older.ts';

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

const hourMs = 3_600_000;

/**
 * Removes what killed processes left in this host's folder, now and every hour: no job of another host reaches the folder.
 * Younger files may belong to a running upload. Returns a function that stops it.
 */
export function sweepArrivals(settings: Pick<Settings, 'dataDir'>, logger: Logger): () => void {
  const sweep = () => {
    removeOlder(arrivalsOf(settings), new Date(Date.now() - hourMs)).catch((error: unknown) =>
      logger.warn({ err: error }, 'temporary files: could not remove the old ones'),
    );
  };
  sweep();
  const timer = setInterval(sweep, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
