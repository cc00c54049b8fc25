import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { demoPassword } from '#tests/support/people.ts';
import { freePort } from '#tests/support/ports.ts';
import { programOf } from '#tests/support/programs.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { connected, ScratchDatabases } from './scratch-database.ts';
import { addStaff, tokenOf } from './school.ts';

const world = keptApi();
let token: string;
const children: ChildProcess[] = [];
// A process has much to load before it says anything.
const patience = { timeout: 60_000 };

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

async function start(over: Record<string, string> = {}): Promise<Running> {
  const port = await freePort();
  const { dataDir } = world.services.settings;
  const env = {
    ...process.env,
    API_PORT: String(port),
    API_JOBS: 'on',
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...over,
  };
  const { file, execArgv } = await programOf('api');
  const child = fork(file, {
    execArgv,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  let text = '';
  const keep = (chunk: Buffer) => void (text += String(chunk));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return { child, url: `http://127.0.0.1:${port}`, output: () => text };
}

const message = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];
const exitCode = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];
const classesOf = (url: string) => fetch(`${url}/api/Class/all`, { headers: { authorization: `Bearer ${token}` } });

/** A TCP proxy to the database that can refuse and cut connections. */
async function hopTo(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async open() {
      server = createServer((socket) => {
        const onward = connect(Number(target.port), target.hostname);
        for (const one of [socket, onward]) {
          sockets.add(one);
          one.on('error', () => {});
          one.on('close', () => sockets.delete(one));
        }
        socket.pipe(onward).pipe(socket);
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async lose() {
      server?.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('the process', () => {
  test('tells its parent what the demo school has to show, finishes what is in flight on SIGTERM and exits 0', async () => {
    const { child, url } = await start({ DEMO_DATA: 'on' });
    expect(await message(child)).toMatchObject({ type: 'ready', demo: { password: demoPassword } });
    await connected(async (client) => {
      await client.query('begin');
      await client.query('lock table classes in access exclusive mode');
      const answer = classesOf(url);
      const waiting = "select count(*)::int as held from pg_locks where not granted and relation = 'classes'::regclass";
      await expect.poll(async () => (await client.query<{ held: number }>(waiting)).rows[0]?.held, patience).toBe(1);
      const ended = exitCode(child);
      child.kill('SIGTERM');
      await expect
        .poll(async () =>
          fetch(`${url}/healthz`).then(
            ({ status }) => status,
            () => 'refused',
          ),
        )
        .toBe('refused');
      await client.query('commit');
      expect((await answer).status).toBe(200);
      expect(await ended).toBe(0);
    }, world.databaseUrl);
  });

  test('names the setting that is wrong and exits 1', async () => {
    const { child, output } = await start({ EMAIL_TOP_LEVEL_MAX: 'many' });
    expect(await exitCode(child)).toBe(1);
    expect(output()).toContain('EMAIL_TOP_LEVEL_MAX');
  });

  test('waits for a database that is to be migrated: alive, not ready, and serving once it is', async () => {
    const scratch = new ScratchDatabases();
    const databaseUrl = await scratch.create();
    const dataDir = await mkdtemp(join(tmpdir(), 'manabook-older-'));
    const { child, url, output } = await start({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    await expect.poll(output, patience).toContain('npm run migrate');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    const answer = await fetch(`${url}/api/Class/all`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, expect.stringContaining('problem+json')]);
    expect(answer.headers.get('retry-after')).toMatch(/\d/);
    const ready = message(child);
    await prepareDatabase(apiSettings({ databaseUrl, dataDir }), world.services.logger);
    await ready;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const ended = exitCode(child);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await scratch.drop();
    await rm(dataDir, { recursive: true });
  });

  test('refuses a database that a newer version has migrated, in plain words; one that is running serves on, until its parent is gone', async () => {
    const running = await start();
    await message(running.child);
    const done = 'drizzle.__drizzle_migrations';
    const { pool } = world.services;
    await pool.query(`insert into ${done} (hash, created_at) select 'newer', max(created_at) + 1 from ${done}`);
    const { child, output } = await start();
    expect(await exitCode(child)).toBe(1);
    expect(output()).toContain('This database was migrated by a newer version of Manabook. Start that version');
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    await pool.query(`delete from ${done} where hash = 'newer'`);
    const ended = exitCode(running.child);
    running.child.disconnect();
    expect(await ended).toBe(0);
  });

  test('waits for a database that is still starting, and outlives its restart', async () => {
    const hop = await hopTo(world.databaseUrl);
    const { child, url, output } = await start({ DATABASE_URL: hop.url });
    await expect.poll(output, patience).toContain('waiting for the database');
    const ready = message(child);
    await hop.open();
    await ready;
    expect((await classesOf(url)).status).toBe(200);

    await hop.lose();
    expect((await classesOf(url)).status).toBe(503);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await hop.open();
    await expect.poll(async () => (await classesOf(url)).status, patience).toBe(200);
    const ended = exitCode(child);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await hop.lose();
  });
});
