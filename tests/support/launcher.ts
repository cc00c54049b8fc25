import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, vi } from 'vitest';
import { ask, lockAddress } from '#launch/lock.mjs';
import { patience } from './patience.ts';
import { freePort } from './ports.ts';

export interface Launcher {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  output: string;
}

/** A data folder and ports of its own for `npm start`, without the demo school. */
export interface LauncherHome {
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly urls: { readonly gateway: string; readonly api: string; readonly worker: string };
  launch(over?: NodeJS.ProcessEnv): Launcher;
  /** The process ids that the running launcher tells. */
  processes(): Promise<Readonly<Record<string, number | undefined>>>;
  /** API, worker and gateway, whether each can serve. */
  answers(): Promise<boolean[]>;
  /** Ends whatever still runs and removes the folder. */
  close(): Promise<void>;
}

export async function createLauncherHome(): Promise<LauncherHome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manabook launcher '));
  await chmod(dataDir, 0o755);
  const [port, apiPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const urls = {
    gateway: `http://127.0.0.1:${port}`,
    api: `http://127.0.0.1:${apiPort}`,
    worker: `http://127.0.0.1:${workerPort}`,
  };
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    API_PORT: String(apiPort),
    WORKER_PORT: String(workerPort),
    DEMO_DATA: 'off',
    NODE_ENV: 'production',
  };
  delete environment.DATABASE_URL;
  delete environment.API_URL;
  const launchers: Launcher[] = [];
  return {
    dataDir,
    environment,
    urls,
    launch(over = {}) {
      const started = spawnLauncher({ ...environment, ...over });
      launchers.push(started);
      return started;
    },
    async processes() {
      const status = await ask(lockAddress('data', dataDir));
      return (status !== 'nobody' && status.processes) || {};
    },
    answers: () => Promise.all([urls.api, urls.worker, urls.gateway].map(isReady)),
    async close() {
      for (const { process: child, exited } of launchers) {
        child.kill('SIGINT');
        await exited;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function spawnLauncher(env: NodeJS.ProcessEnv): Launcher {
  const child = spawn(process.execPath, [resolve('.launch/start.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const started: Launcher = {
    process: child,
    exited: once(child, 'exit').then(() => child.exitCode),
    output: '',
  };
  const collect = (chunk: Buffer) => void (started.output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return started;
}

/** Waits until everything runs. */
export async function untilReady(started: Launcher): Promise<void> {
  const ended = started.exited.then((code) => {
    throw new Error(`npm start has ended with code ${code}:\n${started.output}`);
  });
  const ready = vi.waitFor(() => expect(started.output).toContain('Manabook is ready'), {
    timeout: 6 * patience,
    interval: 50,
  });
  await Promise.race([ready, ended]);
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  return answer?.ok ?? false;
}
