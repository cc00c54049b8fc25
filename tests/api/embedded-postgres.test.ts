import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '#api/ground/db/embedded/start.ts';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { patience } from '#tests/support/patience.ts';

const onEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of onEnd.splice(0).reverse()) await end();
});

async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-embedded-'));
  await chmod(folder, mode);
  return folder;
}

async function start(dataDir: string, how: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...how });
  onEnd.push(() => server.stop());
  return server;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Makes the next start recover until it is told to go on: it waits for a file of an archive. */
async function recoverSlowly(dataDir: string): Promise<{ goOn: () => Promise<unknown> }> {
  const cluster = join(dataDir, 'postgres', 'cluster');
  const hold = join(dataDir, 'hold');
  const settings = join(cluster, 'postgresql.auto.conf');
  const before = await readFile(settings, 'utf8');
  await writeFile(hold, '');
  await writeFile(join(cluster, 'recovery.signal'), '');
  await writeFile(settings, `restore_command = 'while test -e "${hold}"; do sleep 0.1; done; false'\n`);
  const goOn = () => rm(hold, { force: true });
  onEnd.push(() => writeFile(settings, before), goOn);
  return { goOn };
}

describe('the embedded PostgreSQL', () => {
  // The tests are consecutive steps, since creating a cluster takes most of their time.
  let dataDir: string;
  const answer = async (url: string) => (await query(url, 'select answer from kept'))[0]?.answer;
  beforeAll(async () => {
    dataDir = await makeFolder();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('listens on this machine alone, wants its password and knows Japanese words', async () => {
    const server = await start(dataDir);
    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await expect(query(server.url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/);
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    await query(server.url, 'create extension pg_trgm');
    const [row] = await query(server.url, "select cardinality(show_trgm('さくら')) > 0 as found, lower('É') as lower");
    expect(row).toEqual({ found: true, lower: 'é' });
    await query(server.url, 'create table kept as select 42 as answer');
  });

  it('is taken over when a killed launcher left it running', async () => {
    const first = await start(dataDir);
    const second = await start(dataDir);
    expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url });
    await second.stop();
    await first.exited;
  });

  it('is replaced by the launcher alone when it no longer answers', async () => {
    const first = await start(dataDir);
    process.kill(first.pid, 'SIGSTOP');
    const short = { patience: { silent: 1_000 } };
    await expect(start(dataDir, short)).rejects.toThrow(/does not answer\. It was left alone/);
    process.kill(first.pid, 'SIGCONT');
    expect(await answer(first.url)).toBe(42);
    process.kill(first.pid, 'SIGSTOP');
    const second = await start(dataDir, { owner: true, ...short });
    expect(second.adopted).toBe(false);
    expect(await answer(second.url)).toBe(42);
  });

  it('is waited for when a connection takes some seconds', async () => {
    const first = await start(dataDir);
    process.kill(first.pid, 'SIGSTOP');
    const second = start(dataDir, { owner: true });
    // Longer than a connection takes on any machine that is well.
    await delay(3_000);
    process.kill(first.pid, 'SIGCONT');
    expect(await second).toMatchObject({ adopted: true, pid: first.pid });
  });

  it.each([false, true])('goes on when all of its connections are taken (launcher: %s)', async (owner) => {
    const first = await start(dataDir);
    const [row] = await query(first.url, 'show max_connections');
    const taken = Array.from({ length: Number(row?.max_connections) }, () => new Client(first.url));
    for (const client of taken) await client.on('error', () => undefined).connect();
    onEnd.push(() => Promise.all(taken.map((client) => client.end())));
    const late = start(dataDir, { owner, patience: { silent: 1_000 } });
    await expect(late).rejects.toThrow(/all of its connections are taken/);
    expect((await taken[0]?.query('select answer from kept'))?.rows).toEqual([{ answer: 42 }]);
  });

  it('is never cut off while it recovers, and taken over by whoever waited', async () => {
    await (await start(dataDir)).stop();
    const { goOn } = await recoverSlowly(dataDir);
    const launcher = start(dataDir, { owner: true });
    await vi.waitFor(() => readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')), { timeout: patience });
    const command = start(dataDir, { patience: { silent: 500 } });
    const hurried = start(dataDir, { patience: { starting: 1_000 } });
    const nextLauncher = start(dataDir, { owner: true, patience: { silent: 500 } });
    await expect(hurried).rejects.toThrow(/still recovering.*It was left alone/);
    await goOn();
    const { pid } = await launcher;
    expect(await Promise.all([command, nextLauncher])).toMatchObject([
      { adopted: true, pid },
      { adopted: true, pid },
    ]);
    expect(await answer((await launcher).url)).toBe(42);
  });

  it('is left running by the command that started it when another process has taken it over', async () => {
    const command = await start(dataDir);
    const launcher = await start(dataDir, { owner: true });
    const api = new Client({ connectionString: launcher.url, application_name: 'manabook' });
    await api.connect();
    await command.leave();
    expect((await api.query('select answer from kept')).rows).toEqual([{ answer: 42 }]);
    await api.end();
    await launcher.leave();
    expect(await answer(launcher.url)).toBe(42);
    await command.leave();
    await command.exited;
  });

  it('is one server when a launcher and a command start it at the same moment', async () => {
    const both = await Promise.all([start(dataDir, { owner: true }), start(dataDir)]);
    expect(both.map(({ adopted }) => adopted).sort()).toEqual([false, true]);
    expect(new Set(both.map(({ pid }) => pid)).size).toBe(1);
    expect(await answer(both[0].url)).toBe(42);
  });

  it('keeps what was committed through a kill, also when its process id is another program’s by then', async () => {
    const first = await start(dataDir);
    await query(first.url, 'update kept set answer = 43');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(process.pid)));
    const second = await start(dataDir);
    expect(await answer(second.url)).toBe(43);
  });

  it('moves to another port when its own is taken', async () => {
    const first = await start(dataDir);
    await first.stop();
    const taker = createServer().listen(first.port, '127.0.0.1');
    onEnd.push(() => new Promise((resolve) => taker.close(resolve)));
    const second = await start(dataDir);
    expect(second.port).not.toBe(first.port);
  });

  it('begins again after a first start that was cut off while it made its folder', async () => {
    const home = join(dataDir, 'postgres');
    await rm(join(home, 'cluster'), { recursive: true });
    await mkdir(join(home, 'cluster.new', 'base'), { recursive: true });
    const second = await start(dataDir);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(home)).not.toContain('cluster.new');
  });

  it('lives in its folder unless root’s own is closed to the user it runs as', async () => {
    const isRoot = process.getuid?.() === 0;
    const closed = await makeFolder(0o700);
    onEnd.push(() => rm(closed, { recursive: true, force: true }));
    const lines: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), report: (line) => lines.push(line) });
    onEnd.push(() => server.stop());
    const home = await realpath(join(closed, 'data', 'postgres'));
    onEnd.splice(-1, 0, () => rm(home, { recursive: true, force: true }));
    expect(home.startsWith(closed)).toBe(!isRoot);
    expect(lines).toEqual(isRoot ? [expect.stringContaining(home)] : []);
  });
});

describe('a throw-away cluster', () => {
  it('leaves nothing behind, and takes those of killed runs along', async () => {
    const forgotten = await mkdtemp(join(tmpdir(), 'manabook-postgres-'));
    await chmod(forgotten, 0o711);
    const old = await startEmbeddedPostgres({ dataDir: forgotten, durable: false });
    // This id is above the system's highest process id.
    await writeFile(join(forgotten, 'owner'), '99999999');
    const server = await startThrowAwayPostgres();
    await old.exited;
    await expect(stat(forgotten)).rejects.toThrow(/ENOENT/);
    const [row] = await query(server.url, "select current_setting('data_directory') as folder");
    await server.stop();
    await expect(stat(String(row?.folder))).rejects.toThrow(/ENOENT/);
  });
});
