import { readFile } from 'node:fs/promises';
import { isDatedAhead } from '#api/ground/dated-ahead.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { findBackups, manifestOf } from './find-backups.ts';
import type { Manifest } from './manifest.ts';
import { openPlace } from './open-place.ts';
import type { Place } from './place.ts';
import { instantOf } from './retention.ts';
import { type BackupKey, identitiesFor, readBackupKey } from './seal.ts';

export interface ChosenBackup {
  readonly place: Place;
  readonly manifest: Manifest;
  readonly key: BackupKey | undefined;
  /** The names of newer backups that were passed over, since they are dated ahead. */
  readonly ahead?: readonly string[];
}

interface Choice {
  /** The place; the settings' place by default. */
  readonly from: string | undefined;
  /** The backup's name; the newest by default. */
  readonly name: string | undefined;
  /** A file with the age identity; the settings' identity by default. */
  readonly keyFile: string | undefined;
}

/** Finds the backup that the operator chose, and the key that decrypts it. */
export async function chooseBackup(settings: Settings, { from, name, keyFile }: Choice): Promise<ChosenBackup> {
  const where = from ?? settings.backup.to;
  if (where === undefined) throw new Error('Choose where the backups are: --from FOLDER, or set BACKUP_TO');
  const place = await openPlace(where, settings);
  const names = await findBackups(place);
  if (name === undefined && names.length === 0) throw new Error(`There is no backup in ${place.title}`);
  // A clock was wrong when these were made, so they may be older than others.
  const ahead = name === undefined ? names.filter((each) => isDatedAhead(instantOf(each))) : [];
  const chosen = name ?? names.find((each) => !ahead.includes(each));
  if (chosen === undefined)
    throw new Error(
      `All backups in ${place.title} are dated in the future. Is this machine's clock right? If so, name one of them: ${ahead.join(', ')}`,
    );
  if (!names.includes(chosen))
    throw new Error(`${place.title} holds no backup ${chosen}. It holds: ${names.join(', ') || 'none'}`);
  const manifest = await manifestOf(place, chosen);
  const text = keyFile === undefined ? settings.backup.key : await readFile(keyFile, 'utf8');
  const key = text === undefined ? undefined : await readBackupKey(text);
  identitiesFor(manifest.recipients, key);
  return { place, manifest, key, ahead };
}
