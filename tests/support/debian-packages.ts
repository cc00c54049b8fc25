import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Installs what is missing of Debian's packages: that takes root. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  const missing = [];
  for (const name of packages) await run('dpkg', ['-s', name]).catch(() => missing.push(name));
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env, maxBuffer: 1e8 });
}
