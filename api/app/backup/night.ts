import { declareClockJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { runBackup } from './run-backup.ts';

export const backUp = declareClockJob('backUp');

/** The backup of the night, where `BACKUP_TO` says where it goes. */
export async function backUpInTheNight({ settings, logger }: Uses<'settings' | 'logger'>): Promise<void> {
  const { to } = settings.backup;
  if (to === undefined) return;
  const { manifest, copied, removed } = await runBackup(settings, to);
  logger.info({ backup: manifest.name, files: manifest.files.count, copied, removed }, 'backup done');
  const { missing, damaged } = manifest.files;
  if (missing + damaged > 0) logger.error({ missing, damaged }, 'backup: the media store has lost or damaged files');
}
