import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#api/ground/settings/settings.ts';

/** Bytes on the disk under a folder. */
export interface DiskRoom {
  readonly folder: string;
  readonly free: number;
  readonly total: number;
}

/** Room that an upload was promised. */
export interface HeldRoom {
  release(): void;
}

export interface DiskReserve {
  /**
   * Makes sure that an upload of so many bytes leaves the reserve untouched, and counts it until `release` is called.
   * Undefined when it would not.
   */
  take(bytes: number): Promise<HeldRoom | undefined>;
  /** The disks that this process writes to, as far as it may look. */
  rooms(): Promise<DiskRoom[]>;
}

type Watched = Pick<Settings, 'dataDir' | 's3' | 'diskReserveBytes'>;

// A file is there as it arrived, as it is stored and as it is being made anew.
const copies = 3;

/** Keeps room free for what must go on when the disk is nearly full: rows, the write-ahead log, and logs. */
export function createDiskReserve(settings: Watched): DiskReserve {
  let taken = 0;
  const rooms = () => roomsOf(foldersOf(settings));
  return {
    rooms,
    async take(bytes) {
      const wanted = bytes * copies;
      // Counted before the disk is asked: two who come at once see each other.
      taken += wanted;
      const release = () => void (taken -= wanted);
      const found = settings.diskReserveBytes === 0 ? [] : await rooms();
      if (found.every(({ free }) => free - taken >= settings.diskReserveBytes)) return { release };
      release();
      return undefined;
    },
  };
}

// The embedded database's folder and its log may each be on a disk of their own, by a link or a mount.
const foldersOf = ({ dataDir, s3 }: Watched): string[] => [
  dataDir,
  ...(s3 ? [] : [join(dataDir, 'media')]),
  join(dataDir, 'postgres'),
  join(dataDir, 'postgres', 'cluster', 'pg_wal'),
];

async function roomsOf(folders: readonly string[]): Promise<DiskRoom[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      // What is not there, or belongs to another user, is not counted.
      const disk = await statfs(folder).catch(() => undefined);
      return disk && { folder, free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize };
    }),
  );
  return found.filter((room) => room !== undefined);
}
