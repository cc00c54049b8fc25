import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LaunchContext } from './context.ts';
import { LaunchProblem } from './problem.mjs';

export interface Migrating extends Pick<LaunchContext, 'root' | 'dataDir' | 'dev' | 'progress'> {
  readonly databaseUrl: string | undefined;
}

const QUIET_MS = 3_000;

/** Runs `npm run migrate` without a time limit. Reports progress when it takes longer than a moment. */
export async function migrate({ root, dataDir, dev, progress, databaseUrl }: Migrating): Promise<void> {
  const script = dev ? ['--import', 'tsx', 'api/app/commands/migrate.ts'] : [join(root, 'dist/migrate.js')];
  const child = spawn(process.execPath, ['--enable-source-maps', ...script], {
    cwd: root,
    env: { ...process.env, MANABOOK_ROOT: root, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const showFrom = Date.now() + QUIET_MS;
  const errorLines: string[] = [];
  createInterface(child.stdout).on('line', (line) => Date.now() > showFrom && progress.line(`  ${line}`));
  createInterface(child.stderr).on('line', (line) => errorLines.push(line));
  try {
    await once(child, 'close');
  } finally {
    process.off('exit', end);
  }
  if (child.exitCode !== 0) throw new LaunchProblem(`The database could not be migrated.\n${errorLines.join('\n')}`);
}
