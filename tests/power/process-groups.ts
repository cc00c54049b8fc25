import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

export interface GroupCommand {
  /** For this Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** In milliseconds. */
  readonly limit: number;
}

export interface GroupEnd {
  readonly ending: 'good' | 'bad' | 'too late';
  /** The end of what it wrote. */
  readonly output: string;
  readonly seconds: number;
}

/** Runs programs, each as a process group, so that the workers, servers and browsers of a test run end with it. */
export class ProcessGroups {
  #running: ChildProcess | undefined;
  #ended = false;

  async run({ args, cwd, env, limit }: GroupCommand): Promise<GroupEnd> {
    if (this.#ended) throw new Error('The run was stopped');
    const began = Date.now();
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: [...stdio],
    });
    this.#running = child;
    let output = '';
    const keep = (chunk: Buffer) => void (output = (output + String(chunk)).slice(-5_000));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const clock = new AbortController();
    const exit = once(child, 'exit').then(([code]) => (code === 0 ? ('good' as const) : ('bad' as const)));
    const late = delay(limit, 'too late' as const, { signal: clock.signal }).catch(() => exit);
    const ending = await Promise.race([exit, late]);
    clock.abort();
    await endGroup(child);
    this.#running = undefined;
    if (this.#ended) throw new Error('The run was stopped');
    return { ending, output, seconds: Math.round((Date.now() - began) / 1000) };
  }

  /** Ends what runs; nothing runs any more after it. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.#running) await endGroup(this.#running);
  }
}

/** The group may outlive its first process. */
async function endGroup(child: ChildProcess): Promise<void> {
  const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  if (signalGroup(child, 'SIGTERM')) await Promise.race([exit, delay(5_000, undefined, { ref: false })]);
  signalGroup(child, 'SIGKILL');
  await exit;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
    return false;
  }
}
