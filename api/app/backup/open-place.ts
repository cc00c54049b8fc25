import { mkdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { openBucket } from '#api/ground/storage/s3-bucket.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { createFolderPlace } from './folder-place.ts';
import { assertPlaceName, NotInPlace, type Place } from './place.ts';

/** Opens a folder, or a bucket named `s3://bucket/prefix`. */
export async function openPlace(
  where: string,
  { backup, dataDir }: Pick<Settings, 'backup' | 'dataDir'>,
): Promise<Place> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(where) ?? [];
  if (bucket !== undefined) return openBucketPlace({ ...backup.s3, bucket }, prefix.replace(/\/+$/, ''), where);
  const folder = resolve(where);
  const inside = relative(dataDir, folder);
  if (inside === '' || !(inside.startsWith('..') || resolve(inside) === inside))
    throw new Error(
      `Backups in ${folder} would be lost with the data folder ${dataDir}. Choose a folder on another disk`,
    );
  await mkdir(folder, { recursive: true });
  return createFolderPlace(folder);
}

async function openBucketPlace(
  settings: Parameters<typeof openBucket>[0],
  prefix: string,
  title: string,
): Promise<Place> {
  const bucket = await openBucket(settings);
  const base = prefix === '' ? '' : `${prefix}/`;
  const nameOf = (name: string): string => {
    assertPlaceName(name);
    return base + name;
  };
  return {
    title,
    put: (name, content) => bucket.put(nameOf(name), content),
    async open(name) {
      const content = await bucket.open(nameOf(name));
      if (!content) throw new NotInPlace(name);
      return content;
    },
    async *list(folder) {
      for await (const { key } of bucket.list(`${nameOf(folder)}/`)) yield key.slice(base.length);
    },
    remove: (name) => bucket.remove(nameOf(name)),
    // A bucket shows nothing of an upload that was cut off.
    removeUnfinished: async () => {},
  };
}
