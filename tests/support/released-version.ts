import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this repository has that commit: a shallow clone has only the last one, and a source archive none. */
export async function hasCommit(commit: string): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
}

export interface ReleasedVersion {
  /** The folder that holds its code, ready to be started. */
  readonly root: string;
  remove(): Promise<void>;
}

/**
 * Writes the files of a commit into a temporary folder. The code runs with today's packages unless it is to have its own,
 * which `npm ci` downloads.
 */
export async function takeVersion(commit: string, packages: 'present' | 'own' = 'present'): Promise<ReleasedVersion> {
  const root = await mkdtemp(join(tmpdir(), 'manabook-version-'));
  const archive = join(root, 'version.tar');
  await run('git', ['archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', root]);
  await rm(archive);
  if (packages === 'own') await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
  else await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
