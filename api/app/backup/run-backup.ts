import { drizzle } from 'drizzle-orm/node-postgres';
import { keepMaintenance } from '#api/ground/db/maintenance-runs.ts';
import { messageOf } from '#api/ground/message-of.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { openStorage } from '#api/ground/storage/open-storage.ts';
import { AnotherBackupRuns, type MadeBackup, makeBackup } from './make-backup.ts';
import { openPlace } from './open-place.ts';
import { removeOldBackups } from './retention.ts';
import { createSeal, readBackupKey } from './seal.ts';
import { onConnection } from './snapshot.ts';

export interface FinishedBackup extends MadeBackup {
  readonly title: string;
}

const problemsKept = 5;

/**
 * Makes a backup by the settings, removes expired ones, and records the run, unless another one is running. `claim` takes
 * the place over from another database, or begins anew in it.
 */
export async function runBackup(settings: Settings, to: string, { claim = false } = {}): Promise<FinishedBackup> {
  const startedAt = new Date();
  const { sessionUrl, backup, timeZone } = settings;
  const place = await openPlace(to, settings);
  const write = (run: Pick<Parameters<typeof keepMaintenance>[1], 'id' | 'outcome' | 'details'>) =>
    onConnection(sessionUrl, (client) => keepMaintenance(drizzle(client), { kind: 'backup', startedAt, ...run }));
  try {
    const installation = await onConnection(sessionUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from installation');
      return rows[0]?.id ?? '';
    });
    const made = await makeBackup({
      databaseUrl: sessionUrl,
      storage: await openStorage(settings, installation),
      place,
      claim,
      startedAt,
      seal: createSeal(backup.key === undefined ? undefined : await readBackupKey(backup.key)),
      // The new backup is complete, whatever becomes of old ones.
      finish: () =>
        removeOldBackups(place, backup.keep, timeZone).catch((error: unknown) => ({
          removed: 0,
          problems: [messageOf(error)],
        })),
    });
    const { manifest, cleanUp } = made;
    const { count: files, contentBytes, missing, damaged } = manifest.files;
    await write({
      id: made.runId,
      outcome: 'done',
      details: {
        backup: manifest.name,
        place: place.title,
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        bytes: manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0) + contentBytes,
        files,
        missing,
        damaged,
        copied: made.copied,
        removed: cleanUp.removed,
        // Absent on a good night, as in the runs of earlier releases.
        ...(cleanUp.problems.length > 0 && { problems: cleanUp.problems.slice(0, problemsKept).join('; ') }),
        encrypted: manifest.recipients !== null,
      },
    });
    return { ...made, title: place.title };
  } catch (error) {
    if (error instanceof AnotherBackupRuns) throw error;
    const reason = messageOf(error);
    await write({ outcome: 'failed', details: { place: place.title, reason } }).catch(() => {});
    throw error;
  }
}
