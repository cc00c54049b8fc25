import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';

const gigabyte = 2 ** 30;
/** Twice what a whole run keeps there, and half as much again as it takes with its processes, as was seen of four workers. */
const room = { folder: 3 * gigabyte, memory: 10 * gigabyte };

/** Where the temporary folders of runs may be, also of earlier ones. */
export const temporaryPlaces = (): readonly string[] => (offersMemory() ? [inMemory, tmpdir()] : [tmpdir()]);

/**
 * Where a run's temporary folder is made: in memory, where there is plenty, because a new database has hundreds of files and
 * a disk takes an eighth of the tests' processor time for them. `TMPDIR` names another place.
 */
export function temporaryPlace(): string {
  const hasRoom = () => {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= room.folder && process.availableMemory() >= room.memory;
  };
  return process.env.TMPDIR === undefined && offersMemory() && hasRoom() ? inMemory : tmpdir();
}

/** Whether files can be kept in memory, and programs among them run. */
function offersMemory(): boolean {
  try {
    const [, , kind, options = ''] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .find(([, place]) => place === inMemory) ?? [];
    const has = (option: string) => options.split(',').includes(option);
    return kind === 'tmpfs' && has('rw') && !has('noexec');
  } catch {
    // Only Linux tells.
    return false;
  }
}
