import { execFile } from 'node:child_process';
import { readdir, readlink, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The ids of the PostgreSQL processes that work in a cluster's folder, its postmaster's left-over children included. */
export async function processesIn(cluster: string): Promise<number[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((entry) => /^\d+$/.test(entry)).map(Number);
  if (ids.length === 0) return postmastersByName(cluster);
  const found = await Promise.all(ids.map(async (pid) => ((await worksIn(pid, cluster)) ? pid : undefined)));
  return found.filter((pid) => pid !== undefined);
}

/** Whether that process id is still that of a PostgreSQL process of the cluster. */
export async function isWorkingIn(cluster: string, pid: number): Promise<boolean> {
  if (await stat('/proc/self').catch(() => undefined)) return worksIn(pid, cluster);
  return (await postmastersByName(cluster)).includes(pid);
}

// All PostgreSQL processes have the cluster as their working directory. A process id alone proves nothing, since ids
// are reused.
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  try {
    const [folder, program] = await Promise.all([readlink(`/proc/${pid}/cwd`), readlink(`/proc/${pid}/exe`)]);
    return folder === cluster && /postgres( \(deleted\))?$/.test(program);
  } catch {
    return false;
  }
}

// Without /proc, ps shows the postmaster's command line, but not whose children the others are.
async function postmastersByName(cluster: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,command=']).catch(() => ({ stdout: '' }));
  const lines = stdout.split('\n').filter((line) => line.includes(`-D ${cluster} `));
  return lines.map((line) => Number.parseInt(line, 10));
}

/** Ends processes: first by SIGTERM, then by SIGKILL. */
export async function endProcesses(cluster: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGQUIT', 'SIGKILL'] as const) {
    const pids = await processesIn(cluster);
    for (const pid of pids) sendSignal(pid, signal);
    if (pids.length === 0 || (await untilGone(cluster, 2_000))) return;
  }
}

async function untilGone(cluster: string, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while ((await processesIn(cluster)).length > 0) {
    if (Date.now() > end) return false;
    await delay(50);
  }
  return true;
}

/** Signals a process that may have ended meanwhile. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** Whether a process with that id is running, also when the process belongs to another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
