import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#api/settings.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/** The storage that the settings name. */
export async function openStorage({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): Promise<Storage> {
  if (s3) {
    const { createS3Storage } = await import('./s3-storage.ts');
    return createS3Storage(s3);
  }
  // A folder that cannot be written should say so now and not at the first upload.
  const folder = join(dataDir, 'media');
  await mkdir(folder, { recursive: true });
  return createFolderStorage(folder);
}
