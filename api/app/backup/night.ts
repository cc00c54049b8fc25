import { declareClockJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { AnotherBackupRuns } from './make-backup.ts';
import { runBackup } from './run-backup.ts';

export const backUp = declareClockJob('backUp');

/** Makes the nightly backup when `BACKUP_TO` is set. */
export async function backUpInTheNight({ settings, logger }: Uses<'settings' | 'logger'>): Promise<void> {
  const { to } = settings.backup;
  if (to === undefined) return;
  const made = await runBackup(settings, to).catch((error: unknown) => {
    // No retry: the job would use up its retries before the other backup ends.
    if (error instanceof AnotherBackupRuns) return undefined;
    throw error;
  });
  if (!made) return logger.info('backup: another one is running and does the work');
  const { manifest, copied, cleanUp } = made;
  const { removed, problems } = cleanUp;
  logger.info({ backup: manifest.name, files: manifest.files.count, copied, removed }, 'backup done');
  if (problems.length > 0) logger.warn({ problems }, 'backup: not everything that is old could be removed');
  const { missing, damaged } = manifest.files;
  if (missing + damaged > 0) logger.error({ missing, damaged }, 'backup: the media store has lost or damaged files');
}
