import { drizzle } from 'drizzle-orm/node-postgres';
import { createLog } from '#api/ground/log.ts';
import { createStoreCheck } from '#api/domains/media/store-check.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { openStorage, prepareStorage } from '#api/ground/storage/open-storage.ts';
import type { ChosenBackup } from './choose-backup.ts';
import { compareDatabase, type Differences, restoreDatabase, restoreMedia } from './restore-backup.ts';
import { holdsSchool, othersConnected, setAside } from './set-aside.ts';
import { onConnection } from './snapshot.ts';

/** The reason for refusing a restore, for the operator. */
export class RestoreRefused extends Error {}

export interface RestoredInstallation {
  readonly differences: Differences;
  /** The schemas with the database's previous content; empty when there was none. */
  readonly before: readonly string[];
}

/**
 * Restores a backup into the settings' database and media store. The database's previous content is set aside and comes
 * back when the restore fails; existing files in the store stay.
 */
export async function restoreInstallation(
  settings: Settings,
  { place, manifest, key }: ChosenBackup,
  { replace }: { replace: boolean },
): Promise<RestoredInstallation> {
  const { sessionUrl, root } = settings;
  const hasSchool = await holdsSchool(sessionUrl);
  if (hasSchool && !replace)
    throw new RestoreRefused(
      'This database already has a school. Restore into an empty one, or add --replace, which sets the old data aside in the same database',
    );
  if ((await othersConnected(sessionUrl)) > 0)
    throw new RestoreRefused('Manabook is running on this database. Stop every process of it first');
  const logger = createLog(settings.logLevel, { service: 'api' });
  await prepareStorage(settings);
  const storage = await openStorage(settings, manifest.installationId);
  const marked = await storage.readMark();
  if (marked !== undefined && marked.installation !== manifest.installationId && !replace)
    throw new RestoreRefused(
      'The media store belongs to another installation. Restore into an empty one, or add --replace',
    );
  const aside = await setAside(sessionUrl);
  const work = { place, manifest, key, databaseUrl: sessionUrl, storage, root, logger };
  const differences: string[] = [];
  try {
    await restoreDatabase(work);
    differences.push(...(await compareDatabase(sessionUrl, manifest)));
    if (differences.length > 0)
      throw new Error(`The restored tables differ from the saved ones: ${differences.join('; ')}`);
    await prepareDatabase(settings, logger);
  } catch (error) {
    await aside.undo();
    throw error;
  }
  differences.push(...(await restoreMedia(work)));
  // This database owns these files from now on.
  await onConnection(sessionUrl, (client) => createStoreCheck({ db: drizzle(client), storage, logger }).claim());
  if (!hasSchool) await aside.drop();
  return { differences, before: hasSchool ? aside.names : [] };
}
