import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#api/ground/settings/settings.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

type Place = Pick<Settings, 's3' | 'dataDir'>;

const mediaFolder = ({ dataDir }: Place): string => join(dataDir, 'media');

/** Checks at start that the folder is writable, instead of at the first upload. */
export async function prepareStorage(settings: Place): Promise<void> {
  if (!settings.s3) await mkdir(mediaFolder(settings), { recursive: true, mode: 0o750 });
}

/** The storage that the settings name, for the installation with this id. */
export async function openStorage(settings: Place, installation: string): Promise<Storage> {
  if (!settings.s3) return createFolderStorage(mediaFolder(settings));
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(settings.s3, installation);
}
