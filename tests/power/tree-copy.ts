import { execFile } from 'node:child_process';
import { copyFile, cp, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { generateTypes } from '#launch/build-steps.ts';

const run = promisify(execFile);

/** Copies what git has, or would take, of a checkout, and makes the generated types. */
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
  await linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
  await generateTypes(copy);
}

/** The packages' files as hard links: Vite serves no file from outside of the tree, where one link would lead. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // What tools keep here is written in place, so the other checkout would get it too.
    if (entry.name.startsWith('.vite') || entry.name === '.cache') continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkPackages(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    // Another disk takes no links.
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

/** Which commit a checkout stands at. */
export async function commitOf(root: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: root });
  return stdout.trim();
}
