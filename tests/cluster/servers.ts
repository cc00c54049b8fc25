import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { until } from './programs.ts';

export type Part = 'gateway' | 'api' | 'worker';

export interface ServerPlan {
  readonly part: Part;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
}

/** One of the servers, as a process that can be killed, and replaced by another version on the same port. */
export class Server {
  readonly plan: ServerPlan;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(plan: ServerPlan, folder: string) {
    this.plan = plan;
    this.#folder = folder;
  }

  /** `root` holds the version's bundles. */
  async start(root: string): Promise<void> {
    const { part, port, env } = this.plan;
    const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist', `${part}.js`)], {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', MANABOOK_ROOT: root, LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(this.#folder, `${part}-${port}.log`), { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => log.write(chunk));
    this.#child = child;
    await until(`${part} on ${port}`, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  }

  /** Resolves to the exit code, or null when it was killed. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
  }
}
