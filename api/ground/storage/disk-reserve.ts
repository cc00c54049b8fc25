import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#api/ground/settings/settings.ts';

/** Space on the disk of a folder, in bytes. */
export interface DiskRoom {
  readonly folder: string;
  readonly free: number;
  readonly total: number;
}

/** Disk space that is reserved for an upload. */
export interface ReservedSpace {
  release(): void;
}

export interface DiskReserve {
  /** Reserves space for an upload until `release` is called. Undefined when the upload would use the disk's reserve. */
  take(bytes: number): Promise<ReservedSpace | undefined>;
  /** The disks that this process writes to, if it may inspect them. */
  rooms(): Promise<DiskRoom[]>;
}

/** For a job that writes a large file: throws once the disk space is needed that page views and sign-ins use. */
export async function keepReserve(disk: DiskReserve): Promise<void> {
  const room = await disk.take(0);
  if (!room) throw new Error('The disk has no room for a large file beside its reserve');
  room.release();
}

type Watched = Pick<Settings, 'dataDir' | 's3' | 'diskReserveBytes'>;

// A file exists up to three times: as received, as stored and as re-encoded.
const copies = 3;

/** Keeps disk space free for rows, the write-ahead log and log files when the disk is nearly full. */
export function createDiskReserve(settings: Watched): DiskReserve {
  let reservedBytes = 0;
  const rooms = () => roomsOf(foldersOf(settings));
  return {
    rooms,
    async take(bytes) {
      const wanted = bytes * copies;
      // Counted before the check, so that concurrent uploads see each other.
      reservedBytes += wanted;
      const release = () => void (reservedBytes -= wanted);
      const found = settings.diskReserveBytes === 0 ? [] : await rooms();
      if (found.every(({ free }) => free - reservedBytes >= settings.diskReserveBytes)) return { release };
      release();
      return undefined;
    },
  };
}

// The embedded database's folder and its log may be on other disks, by links or mounts.
const foldersOf = ({ dataDir, s3 }: Watched): string[] => [
  dataDir,
  ...(s3 ? [] : [join(dataDir, 'media')]),
  join(dataDir, 'postgres'),
  join(dataDir, 'postgres', 'cluster', 'pg_wal'),
];

async function roomsOf(folders: readonly string[]): Promise<DiskRoom[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      // A folder that is missing or belongs to another user is not counted.
      const disk = await statfs(folder).catch(() => undefined);
      return disk && { folder, free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize };
    }),
  );
  return found.filter((room) => room !== undefined);
}
