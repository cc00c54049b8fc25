import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const megabyte = 1024 * 1024;

/** A file system of its own, of a few hundred megabytes. */
export interface SmallDisk {
  readonly path: string;
  /** Takes room until so many bytes are left free. */
  fillUntil(free: number): Promise<void>;
  /** Gives back all that was taken. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Mounts a small disk; or says in a sentence why that cannot be done here. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | string> {
  if (process.platform !== 'linux') return 'only Linux has a tmpfs to mount';
  if (process.getuid?.() !== 0) return 'mounting needs root';
  const path = await mkdtemp(join(tmpdir(), 'manabook-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'manabook-small-disk', path]);
  } catch (error) {
    await rm(path, { recursive: true });
    return `mounting is not allowed: ${error instanceof Error ? error.message : String(error)}`;
  }
  // So that the user PostgreSQL runs as for root can pass through.
  await chmod(path, 0o711);
  const filler = join(path, 'filler');
  return {
    path,
    async fillUntil(free) {
      const file = await open(filler, 'a');
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(path);
          const rest = bavail * bsize - free;
          if (rest <= 0) return;
          await file.write(Buffer.alloc(Math.min(rest, megabyte), 7));
        }
      } catch (error) {
        // Somebody else was faster with the last bytes.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    async close() {
      await run('umount', ['--lazy', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}
