import { drizzle } from 'drizzle-orm/node-postgres';
import { createLog } from '#api/ground/log.ts';
import { createStoreCheck } from '#api/domains/media/store-check.ts';
import { removeErasedNow } from '#api/domains/privacy/erased-files.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { openStorage, prepareStorage } from '#api/ground/storage/open-storage.ts';
import type { ChosenBackup } from './choose-backup.ts';
import { type RepeatedErasures, repeatErasures } from './erasures.ts';
import {
  compareDatabase,
  type Differences,
  restoreDatabase,
  restoreMedia,
  type RestoreWork,
} from './restore-backup.ts';
import { endOwnConnections, holdsSchool, othersConnected, type SetAside, setAside, undoAfter } from './set-aside.ts';
import { onConnection } from './snapshot.ts';

/** The reason for refusing a restore, for the operator. */
export class RestoreRefused extends Error {}

/** A restore that failed and has changed nothing in the database. */
export class RestoreUndone extends Error {}

export interface RestoredInstallation {
  readonly differences: Differences;
  /** The schemas with the database's previous content; empty when there was none. */
  readonly before: readonly string[];
  readonly erasures: RepeatedErasures;
}

/**
 * Restores a backup into the settings' database and media store. The database's previous content is set aside and comes
 * back when the restore fails; existing files in the store stay. Children who were erased after the backup are erased
 * again where the previous content knows of them. An abort makes it fail.
 */
export async function restoreInstallation(
  settings: Settings,
  { place, manifest, key }: ChosenBackup,
  { replace, signal }: { replace: boolean; signal?: AbortSignal },
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
  const work = { place, manifest, key, databaseUrl: sessionUrl, storage, root, logger, signal };
  let ended: Promise<void> | undefined;
  // A running statement on a large table would delay the undo.
  const end = (): void => {
    ended = endOwnConnections(sessionUrl).catch(() => {});
  };
  signal?.addEventListener('abort', end);
  const restored = await restoreInto(settings, work).catch(async (error: unknown) => {
    // The undo has a connection too.
    await ended;
    throw await undone(aside, signal?.aborted === true ? signal.reason : error);
  });
  signal?.removeEventListener('abort', end);
  if (!hasSchool) await aside.drop();
  return { ...restored, before: hasSchool ? aside.names : [] };
}

async function restoreInto(settings: Settings, work: RestoreWork) {
  const { databaseUrl, manifest, storage, logger, signal } = work;
  signal?.throwIfAborted();
  await restoreDatabase(work);
  signal?.throwIfAborted();
  const tables = await compareDatabase(databaseUrl, manifest);
  if (tables.length > 0) throw new Error(`The restored tables differ from the saved ones: ${tables.join('; ')}`);
  signal?.throwIfAborted();
  await prepareDatabase(settings, logger);
  signal?.throwIfAborted();
  const erasures = await repeatErasures(databaseUrl, manifest);
  const differences = await restoreMedia(work);
  for (const files of erasures.files) await removeErasedNow({ storage, logger }, files);
  // This database owns these files from now on.
  await onConnection(databaseUrl, (client) => createStoreCheck({ db: drizzle(client), storage, logger }).claim());
  return { differences, erasures };
}

async function undone(aside: SetAside, error: unknown): Promise<Error> {
  const { isUndone, reason } = await undoAfter(aside, error);
  if (isUndone) return new RestoreUndone(reason, { cause: error });
  return new Error(`${reason}. Fix the cause, then run the same command with --replace`, { cause: error });
}
