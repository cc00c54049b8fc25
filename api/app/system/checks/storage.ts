import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Settings } from '#api/ground/settings/settings.ts';
import { createDiskReserve } from '#api/ground/storage/disk-reserve.ts';
import { newProbeKey } from '#api/ground/storage/probe.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import { found, reasonOf, sizeInWords } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

const sampleBytes = 65_536;

/** Writes, reads and removes a test file. */
export async function checkStorage(storage: Storage, { s3, dataDir }: Settings): Promise<SystemCheck> {
  const place = s3 ? s3.bucket : join(dataDir, 'media');
  const key = newProbeKey();
  const sample = randomBytes(sampleBytes);
  const began = performance.now();
  try {
    try {
      await storage.put(key, Readable.from([sample]));
      const read = await buffer(await storage.open(key));
      if (!read.equals(sample)) return found('storage', 'failed', { place, reason: 'other bytes came back' });
    } finally {
      await storage.remove(key);
    }
    return found('storage', 'ok', { place, ms: Math.round(performance.now() - began) });
  } catch (error) {
    return found('storage', 'failed', { place, reason: reasonOf(error) });
  }
}

/** Checks free space on the disks of this machine's processes. */
export async function checkDisk(settings: Pick<Settings, 'dataDir' | 's3' | 'diskReserveBytes'>): Promise<SystemCheck> {
  const rooms = await createDiskReserve(settings).rooms();
  const [least] = rooms.sort((one, other) => one.free - other.free);
  if (!least) return found('disk', 'ok', { free: '?', place: settings.dataDir });
  const values = { free: sizeInWords(least.free), place: least.folder };
  if (least.free < settings.diskReserveBytes) return found('disk', 'full', values);
  // The limit is a tenth of the disk, but at most the space for some days of uploads.
  const low = Math.max(settings.diskReserveBytes * 2, Math.min(least.total / 10, 20e9));
  return found('disk', least.free < low ? 'low' : 'ok', values);
}
