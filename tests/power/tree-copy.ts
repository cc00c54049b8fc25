import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { generateTypes } from '#launch/build.ts';

const run = promisify(execFile);

/** Copies what git has, or would take, of a checkout, and makes the generated types; `node_modules` is a link. */
export async function copyTree(root: string, copy: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    // A file that was removed and not committed yet is still in git's list.
    await cp(join(root, file), join(copy, file)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  // The tests of the house style ask git for the files.
  await run('git', ['init', '-q'], { cwd: copy });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await generateTypes(copy);
}

/** Which commit a checkout stands at. */
export async function commitOf(root: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: root });
  return stdout.trim();
}
