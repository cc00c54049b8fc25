import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connected } from '#tests/api/scratch-database.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/api-process.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { administer, databaseName, databaseUrl } from '#tests/support/template.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const name = databaseName('jobs');
const url = databaseUrl(adminUrl, name);
let dataDir: string;
let server: MailServer;
const processes: ApiProcess[] = [];

beforeAll(async () => {
  await administer(adminUrl, `create database ${name} template ${process.env.TEST_TEMPLATE}`);
  dataDir = await mkdtemp(join(tmpdir(), 'manabook-jobs-'));
  server = await startMailServer();
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await server.close();
  await administer(adminUrl, `drop database if exists ${name} with (force)`);
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ApiProcess> {
  const started = await startApiProcess({ DATABASE_URL: url, DATA_DIR: dataDir, SMTP_URL: server.url });
  processes.push(started);
  return started;
}

async function forgetPassword(api: ApiProcess, email: string): Promise<void> {
  const answer = await fetch(`${api.url}/api/Auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBe(202);
}

const inQueue = () =>
  connected(async (client) => (await client.query('select from graphile_worker.jobs')).rowCount, url);
const arrived = (email: string) => server.mails.filter(({ to }) => to?.[0]?.address === email).length;

describe('a job', () => {
  test('whose process was killed in the middle of it is taken up by another within 15 seconds', async () => {
    const victim = await start();
    const senders = server.hold();
    await forgetPassword(victim, 'teacher@demo.test');
    await expect.poll(() => senders.count, { timeout: 60_000 }).toBe(1);
    const other = await start();
    victim.child.kill('SIGKILL');
    senders.letGo();
    await expect.poll(() => arrived('teacher@demo.test'), { timeout: 60_000 }).toBe(1);
    await expect.poll(inQueue, { timeout: 60_000 }).toBe(0);
    expect(other.output()).toContain('took over what dead processes held');
  });

  test('is done once, though its process loses every connection to the database meanwhile', async () => {
    const [, other] = processes;
    if (!other) throw new Error('no process is left');
    await start();
    const senders = server.hold();
    await forgetPassword(other, 'owner@demo.test');
    await expect.poll(() => senders.count, { timeout: 60_000 }).toBe(1);
    const others =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';
    await connected((client) => client.query(others, [name]), url);
    // Long enough for a process that looks for dead ones to have looked more than twice.
    await expect(expect.poll(() => senders.count, { timeout: 10_000, interval: 500 }).toBe(2)).rejects.toThrow();
    senders.letGo();
    await expect.poll(() => arrived('owner@demo.test'), { timeout: 60_000 }).toBe(1);
    await expect.poll(inQueue, { timeout: 60_000 }).toBe(0);
    expect(arrived('owner@demo.test')).toBe(1);

    await forgetPassword(other, 'admin@demo.test');
    await expect.poll(() => arrived('admin@demo.test'), { timeout: 60_000 }).toBe(1);
    await expect.poll(inQueue, { timeout: 60_000 }).toBe(0);
    expect(processes.slice(1).map(({ child }) => child.exitCode)).toEqual([null, null]);
  });

  test('under way is finished by a process that is told to end', async () => {
    const [, ending, other] = processes;
    if (!ending || !other) throw new Error('no process is left');
    other.child.kill('SIGKILL');
    const senders = server.hold();
    await forgetPassword(ending, 'superadmin@demo.test');
    await expect.poll(() => senders.count, { timeout: 60_000 }).toBe(1);
    const exit = once(ending.child, 'exit');
    ending.child.kill('SIGTERM');
    await expect.poll(() => fetch(`${ending.url}/healthz`).catch(() => 'closed'), { timeout: 60_000 }).toBe('closed');
    senders.letGo();
    expect(await exit).toEqual([0, null]);
    expect(arrived('superadmin@demo.test')).toBe(1);
    expect(await inQueue()).toBe(0);
    for (const { output } of processes) expect(output()).not.toMatch(/token=|@demo\.test/);
  });
});
