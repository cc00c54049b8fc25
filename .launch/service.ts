import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogFile } from './log-file.ts';
import { createLineFilter } from './log-lines.ts';
import { untilReady } from './readiness.ts';
import type { Running } from './running.ts';

export interface ServiceOptions {
  readonly name: string;
  readonly root: string;
  /** The script, with Node's flags before it. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly log: LogFile;
  readonly show: (line: string) => void;
  /** The URL that answers 200 when the service is ready. */
  readonly readyUrl: string;
  /** Called with each IPC message of the service. */
  readonly onMessage?: (message: unknown) => void;
}

// As a URL, since the folder's path may contain any character.
const CHILD = new URL('child.mjs', import.meta.url).href;

/** How long a service may take to end the work that is under way. */
export const DRAIN_MS = 16_000;

export interface Service extends Running {
  /** Its first IPC message; undefined when it ends without one. */
  readonly firstMessage: Promise<unknown>;
}

/** Starts one of the two servers as a process group of its own, which ends when this process does. */
export function startService(options: ServiceOptions): Service {
  const { name, root, args, env, log, show, readyUrl, onMessage } = options;
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', CHILD, ...args], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `has ended with code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  for (const stream of [child.stdout, child.stderr]) {
    const filter = createLineFilter({ name, file: log.path, show });
    stream?.on('data', (chunk: Buffer) => {
      log.write(chunk);
      filter(chunk);
    });
  }
  if (onMessage) child.on('message', onMessage);
  const firstMessage = new Promise<unknown>((resolve) => {
    child.once('message', resolve);
    child.once('disconnect', () => resolve(undefined));
  });
  return {
    firstMessage,
    pid: child.pid ?? 0,
    ready: untilReady({ name, url: readyUrl, exited, log: log.path, show }),
    exited,
    stop: () => stop(child, exited),
    kill: () => killGroup(child),
  };
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.kill('SIGTERM');
  const over = new AbortController();
  const late = delay(DRAIN_MS, undefined, { signal: over.signal }).then(
    () => killGroup(child),
    () => undefined,
  );
  await Promise.race([exited, late]);
  over.abort();
  await exited;
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // The process has ended.
  }
}
