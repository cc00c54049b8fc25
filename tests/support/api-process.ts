import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { programOf } from './programs.ts';

export interface ApiProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it has written so far. */
  readonly output: () => string;
}

/**
 * Starts the API as a process of its own and waits until it serves, on a free port unless one is given. `root` is the
 * folder of another version's code.
 */
export async function startApiProcess(
  env: Readonly<Record<string, string>>,
  at?: number,
  root?: string,
): Promise<ApiProcess> {
  const port = at ?? (await freePort());
  const { file, execArgv } =
    root === undefined ? await programOf('api') : { file: entryOf(root), execArgv: ['--import', 'tsx'] };
  const child = fork(file, {
    cwd: root,
    execArgv,
    // The demo accounts, by which most tests sign in, cannot do so without the demo data.
    env: { ...process.env, API_PORT: String(port), API_JOBS: 'on', DEMO_DATA: 'on', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  const keep = (chunk: Buffer) => void (text += String(chunk));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the API ended: ${text}`);
  });
  await Promise.race([once(child, 'message'), ended]);
  // Ending is the test's affair from now on.
  ended.catch(() => {});
  return { child, url: `http://127.0.0.1:${port}`, output: () => text };
}

/** Versions before the three storeys of `api/` have the entry one folder higher. */
function entryOf(root: string): string {
  const [today, earlier] = [join(root, 'api/app/main.ts'), join(root, 'api/main.ts')];
  return existsSync(today) ? today : earlier;
}
