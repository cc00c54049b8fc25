import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, urlOf } from './connection.ts';
import type { Home } from './home.ts';
import { endProcesses, isWorkingIn } from './processes.ts';
import { watch, type Server } from './server.ts';

const RECOVERY_MS = 60_000;

/**
 * Finds the server that a killed launcher left running on this cluster and that answers with our password. Ends a
 * server that does not answer and removes the files of a dead one, so that a start can succeed.
 */
export async function findLeftOver(home: Home): Promise<Server | undefined> {
  const recorded = await readPidFile(home.cluster);
  if (recorded && (await isWorkingIn(home.cluster, recorded.pid))) {
    const server = watch({ ...recorded, cluster: home.cluster });
    if (await answers(server, home)) return server;
  }
  await endProcesses(home.cluster);
  // The dead server's process id may belong to another program now, and PostgreSQL would refuse to start.
  if (process.platform !== 'win32') await rm(join(home.cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

async function answers(server: Server, home: Home): Promise<boolean> {
  const url = urlOf({ port: server.port, password: home.password, database: 'postgres' });
  const end = Date.now() + RECOVERY_MS;
  while (Date.now() < end) {
    const answer = await ask({ url, cluster: home.cluster });
    if (answer !== 'starting') return answer === 'ready';
    await delay(100);
  }
  return false;
}

async function readPidFile(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}
