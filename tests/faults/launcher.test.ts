import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processesIn } from '#api/db/embedded/processes.ts';
import { ask, lockAddress } from '#launch/lock.mjs';
import { freePort } from '#tests/support/ports.ts';

const BACK_MS = 10_000;

interface Launcher {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  output: string;
}

let dataDir: string;
let environment: NodeJS.ProcessEnv;
let urls: { gateway: string; api: string };
let launcher: Launcher;
const launchers: Launcher[] = [];

function launch(over: NodeJS.ProcessEnv = {}): Launcher {
  const child = spawn(process.execPath, [resolve('.launch/start.mjs')], {
    env: { ...environment, ...over },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started: Launcher = { process: child, exited: once(child, 'exit').then(() => child.exitCode), output: '' };
  const collect = (chunk: Buffer) => void (started.output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  launchers.push(started);
  return started;
}

async function untilReady(started: Launcher): Promise<void> {
  await vi.waitFor(() => expect(started.output).toContain('Manabook is ready'), { timeout: 60_000, interval: 50 });
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  return answer?.ok ?? false;
}

async function processes(): Promise<Readonly<Record<string, number | undefined>>> {
  const status = await ask(lockAddress('data', dataDir));
  return (status !== 'nobody' && status.processes) || {};
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'manabook launcher '));
  await chmod(dataDir, 0o755);
  const [port, apiPort] = [await freePort(), await freePort()];
  urls = { gateway: `http://127.0.0.1:${port}`, api: `http://127.0.0.1:${apiPort}` };
  environment = {
    ...process.env,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    API_PORT: String(apiPort),
    DEMO_DATA: 'off',
    NODE_ENV: 'production',
  };
  delete environment.DATABASE_URL;
  delete environment.API_URL;
});

afterAll(async () => {
  for (const { process: child, exited } of launchers) {
    child.kill('SIGINT');
    await exited;
  }
  await rm(dataDir, { recursive: true, force: true });
});

describe('the launcher', () => {
  it('runs once per data folder when two are started at the same moment', async () => {
    const two = [launch(), launch()];
    const second = await Promise.race(two.map(async (started) => started.exited.then(() => started)));
    expect(second.process.exitCode).toBe(0);
    expect(second.output.trim().split('\n')).toEqual([expect.stringContaining(`already being started on ${dataDir}`)]);
    launcher = two[0] === second ? (two[1] ?? second) : (two[0] ?? second);
    await untilReady(launcher);
  }, 90_000);

  it('says in one line that it runs already, with the address, and leaves the first alone', async () => {
    const before = await processes();
    const second = launch();
    expect(await second.exited).toBe(0);
    expect(second.output.trim().split('\n')).toEqual([
      expect.stringMatching(/already running on .*http:\/\/localhost:/),
    ]);
    expect(await processes()).toEqual(before);
    expect(await answers(urls.gateway)).toBe(true);
  });

  it.each(['api', 'gateway', 'postgres'])('brings back the killed %s', async (name) => {
    const { [name]: victim = 0 } = await processes();
    process.kill(victim, 'SIGKILL');
    const back = async () => {
      const { [name]: now = victim } = await processes();
      expect(now).not.toBe(victim);
      expect([await answers(urls.api), await answers(urls.gateway)]).toEqual([true, true]);
    };
    await vi.waitFor(back, { timeout: BACK_MS, interval: 50 });
  });

  it('takes over the PostgreSQL that a killed launcher left, and is back within ten seconds', async () => {
    const { postgres } = await processes();
    launcher.process.kill('SIGKILL');
    await launcher.exited;
    const began = Date.now();
    launcher = launch();
    await untilReady(launcher);
    expect(Date.now() - began).toBeLessThan(BACK_MS);
    expect(await processes()).toMatchObject({ postgres });
  });

  it('names the port and the setting when something else has the port', async () => {
    const other = await mkdtemp(join(tmpdir(), 'manabook-launcher-'));
    const refused = launch({ DATA_DIR: other, API_PORT: String(await freePort()) });
    expect(await refused.exited).toBe(1);
    expect(refused.output).toContain(`Port ${environment.PORT} is taken`);
    expect(refused.output).toContain('PORT=');
    await rm(other, { recursive: true, force: true });
  });

  it('leaves nothing running after Ctrl-C', async () => {
    const cluster = join(await realpath(join(dataDir, 'postgres')), 'cluster');
    expect(await processesIn(cluster)).not.toEqual([]);
    // npm passes on the signal that the terminal has sent to everybody.
    launcher.process.kill('SIGINT');
    launcher.process.kill('SIGINT');
    expect(await launcher.exited).toBe(0);
    expect(await processesIn(cluster)).toEqual([]);
    expect([await answers(urls.api), await answers(urls.gateway)]).toEqual([false, false]);
    expect(await ask(lockAddress('data', dataDir))).toBe('nobody');
  });
});
