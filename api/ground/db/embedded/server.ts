import { execFile, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { serverEnvironment } from './environment.ts';
import type { Home } from './home.ts';
import { isWorkingIn, sendSignal } from './processes.ts';

/** A running postmaster, whether we started it or found it. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Settles when the postmaster has ended, for whatever reason. */
  readonly exited: Promise<void>;
}

export interface Launch {
  readonly binaries: Binaries;
  readonly home: Home;
  readonly port: number;
  readonly durable: boolean;
  readonly logFile: string;
}

const megabyte = 1024 * 1024;

// An eighth of the machine's memory, up to what a school's rows can use. PostgreSQL's default is for small, old
// machines.
const bufferMegabytes = Math.round(Math.min(1024, Math.max(128, totalmem() / megabyte / 8)));

const SETTINGS = {
  shared_buffers: `${bufferMegabytes}MB`,
  // Rows are in memory or on flash, where random reads cost hardly more than sequential ones.
  random_page_cost: '1.1',
  // No query is long enough to repay JIT compilation.
  jit: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and key values hold personal data, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const THROW_AWAY = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' },
  // Tests rely on rows staying in insertion order.
  autovacuum: 'off',
};

/** Starts a postmaster in a session of its own, so that the terminal's Ctrl-C does not reach it before the API has drained. */
export async function launch({ binaries, home, port, durable, logFile }: Launch): Promise<Server> {
  const settings = Object.entries(durable ? SETTINGS : { ...SETTINGS, ...THROW_AWAY });
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(
      binaries.postgres,
      ['-D', home.cluster, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...home.user, cwd: home.path, env: serverEnvironment(), detached: true, stdio: ['ignore', log.fd, log.fd] },
    );
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return { pid: child.pid ?? 0, port, exited };
  } finally {
    await log.close();
  }
}

/** Watches a postmaster that is not our child. */
export function watch({ pid, port, cluster }: { pid: number; port: number; cluster: string }): Server {
  const exited = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      void isWorkingIn(cluster, pid).then((working) => {
        if (working) return;
        clearInterval(timer);
        resolve();
      });
    }, 250);
    timer.unref();
  });
  return { pid, port, exited };
}

/** The steps of a shutdown, each with its time limit in milliseconds. */
export const SHUT_DOWN_STEPS = [
  { signal: 'SIGINT', short: 'INT', wait: 15_000 },
  { signal: 'SIGQUIT', short: 'QUIT', wait: 5_000 },
  { signal: 'SIGKILL', short: 'KILL', wait: 2_000 },
] as const;

/**
 * Stops a postmaster with a fast shutdown (clients are disconnected, a checkpoint is written), and kills it after a
 * time limit.
 */
export async function shutDown({ server, binaries }: { server: Server; binaries: Binaries }): Promise<void> {
  if (await within(0, server.exited)) return;
  for (const { signal, short, wait } of SHUT_DOWN_STEPS) {
    // Windows has no signals; pg_ctl signals PostgreSQL in another way there.
    if (process.platform === 'win32') execFile(binaries.pgCtl, ['kill', short, String(server.pid)]);
    else sendSignal(server.pid, signal);
    if (await within(wait, server.exited)) return;
  }
}

/** Whether something happens in that many milliseconds. */
export async function within(milliseconds: number, event: Promise<void>): Promise<boolean> {
  const over = new AbortController();
  const timeUp = delay(milliseconds, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([event.then(() => true), timeUp]);
  } finally {
    over.abort();
  }
}

/** The end of the server's log, which shows why the server does not start. */
export async function lastLines(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-5).join('\n');
}
