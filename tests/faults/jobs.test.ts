import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connected } from '#tests/api/scratch-database.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/api-process.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { administer, cloneDatabase, databaseName, databaseUrl } from '#tests/support/template.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const name = databaseName('jobs');
const url = databaseUrl(adminUrl, name);
let dataDir: string;
let server: MailServer;
const processes: ApiProcess[] = [];

beforeAll(async () => {
  await cloneDatabase(adminUrl, name);
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

const patiently = { timeout: 60_000, interval: 20 };

describe('a job', () => {
  test('whose process was killed is taken over by another, and is done once where the process lost its connections alone', async () => {
    const victim = await start();
    const senders = server.hold();
    await forgetPassword(victim, 'teacher@demo.test');
    await expect.poll(() => senders.count, patiently).toBe(1);
    const [one, other] = await Promise.all([start(), start()]);
    victim.child.kill('SIGKILL');
    await forgetPassword(one, 'owner@demo.test');
    await expect.poll(() => senders.count, patiently).toBe(2);
    const others =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';
    await connected((client) => client.query(others, [name]), url);
    // Both have looked for dead processes twice when one of them takes over.
    await expect.poll(() => senders.count, patiently).toBe(3);
    senders.letGo();
    await expect.poll(() => arrived('teacher@demo.test') + arrived('owner@demo.test'), patiently).toBe(2);
    await expect.poll(inQueue, patiently).toBe(0);
    expect([arrived('teacher@demo.test'), arrived('owner@demo.test'), senders.count]).toEqual([1, 1, 3]);
    expect(one.output() + other.output()).toContain('took over what dead processes held');

    await forgetPassword(other, 'admin@demo.test');
    await expect.poll(() => arrived('admin@demo.test'), patiently).toBe(1);
    await expect.poll(inQueue, patiently).toBe(0);
    expect([one.child.exitCode, other.child.exitCode]).toEqual([null, null]);
  });

  test('under way is finished by a process that is told to end', async () => {
    const [, ending, other] = processes;
    if (!ending || !other) throw new Error('no process is left');
    other.child.kill('SIGKILL');
    const senders = server.hold();
    await forgetPassword(ending, 'superadmin@demo.test');
    await expect.poll(() => senders.count, patiently).toBe(1);
    const exit = once(ending.child, 'exit');
    ending.child.kill('SIGTERM');
    await expect.poll(() => fetch(`${ending.url}/healthz`).catch(() => 'closed'), patiently).toBe('closed');
    senders.letGo();
    expect(await exit).toEqual([0, null]);
    expect(arrived('superadmin@demo.test')).toBe(1);
    expect(await inQueue()).toBe(0);
    for (const { output } of processes) expect(output()).not.toMatch(/token=|@demo\.test/);
  });
});
