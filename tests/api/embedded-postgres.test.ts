import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#api/ground/db/embedded/start.ts';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';

const onEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of onEnd.splice(0).reverse()) await end();
});

async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-embedded-'));
  await chmod(folder, mode);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir });
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

  it('is replaced when it no longer answers', async () => {
    const first = await start(dataDir);
    process.kill(first.pid, 'SIGSTOP');
    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(await answer(second.url)).toBe(42);
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
