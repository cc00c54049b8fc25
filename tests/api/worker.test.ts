import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '#tests/support/api-process.ts';
import { freePort } from '#tests/support/ports.ts';
import { programOf } from '#tests/support/programs.ts';
import { administer, cloneDatabase, databaseName, databaseUrl } from '#tests/support/template.ts';
import { connected } from './scratch-database.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const name = databaseName('worker');
const url = databaseUrl(adminUrl, name);
const patience = { timeout: 60_000 };
let dataDir: string;
let api: ApiProcess;
let workerUrl: string;
let worker: ChildProcess;
let said = '';

const environment = () => ({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'info' });

beforeAll(async () => {
  await cloneDatabase(adminUrl, name);
  dataDir = await mkdtemp(join(tmpdir(), 'manabook-worker-'));
  api = await startApiProcess({ ...environment(), API_JOBS: 'off' });
});
afterAll(async () => {
  for (const child of [api.child, worker]) child.kill('SIGKILL');
  await administer(adminUrl, `drop database if exists ${name} with (force)`);
  await rm(dataDir, { recursive: true, force: true });
});

const waiting = () =>
  connected(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from graphile_worker.jobs where task_identifier in ('requestLink', 'mailAccountLink')`,
    );
    return rows[0]?.count;
  }, url);
const letters = async () => (await readdir(join(dataDir, 'outbox')).catch(() => [])).length;

async function forgetPassword(): Promise<void> {
  const answer = await fetch(`${api.url}/api/Auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'teacher@demo.test' }),
  });
  expect(answer.status).toBe(202);
}

describe('the worker', () => {
  test('does the jobs, which an API of its own process leaves waiting', async () => {
    await forgetPassword();
    expect(await waiting()).toBe(1);
    const [port, metricsPort] = [await freePort(), await freePort()];
    workerUrl = `http://127.0.0.1:${port}`;
    const { file, execArgv } = await programOf('worker');
    worker = fork(file, {
      execArgv,
      env: { ...process.env, ...environment(), WORKER_PORT: String(port), WORKER_METRICS_PORT: String(metricsPort) },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    worker.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect((await once(worker, 'message'))[0]).toEqual({ type: 'ready' });
    await expect.poll(letters, patience).toBe(1);
    await expect.poll(waiting, patience).toBe(0);
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(await metrics.text()).toContain('process_cpu_seconds_total');
  });

  test('lets the processes that answer go first, or a hall of uploads would hold up a class', () => {
    expect(getPriority(worker.pid)).toBeGreaterThan(getPriority(api.child.pid));
  });

  test('answers whether it lives and is ready, and nothing of /api', async () => {
    const statusOf = async (path: string) => (await fetch(`${workerUrl}${path}`)).status;
    expect(await Promise.all(['/healthz', '/readyz', '/api/Site'].map(statusOf))).toEqual([200, 200, 404]);
  });

  test('names itself in each line of its log', () => {
    const lines = said.trim().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service: 'worker' });
  });

  test('ends with exit code 0 when told to, and leaves later jobs to the next', async () => {
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
    await forgetPassword();
    expect(await waiting()).toBe(1);
  });
});
