import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isWorkingIn } from './processes.ts';

const fileIn = (cluster: string): string => join(cluster, 'postmaster.pid');

/** The postmaster that PostgreSQL has recorded for a cluster; it may be dead. */
export async function readPidFile(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(fileIn(cluster), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

/** The same, when that postmaster is running. */
export async function runningPostmaster(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const recorded = await readPidFile(cluster);
  return recorded && (await isWorkingIn(cluster, recorded.pid)) ? recorded : undefined;
}

/**
 * Removes the file of a dead postmaster. Its process id may belong to another program now, and PostgreSQL would refuse
 * to start.
 */
export async function removeDeadPidFile(cluster: string): Promise<void> {
  if (process.platform === 'win32') return;
  // A running server without its file shuts itself down, and another process may have started one meanwhile.
  if (!(await runningPostmaster(cluster))) await rm(fileIn(cluster), { force: true });
}
