import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './ports.ts';

const run = promisify(execFile);
const home = '/usr/lib/postgresql';

export interface DebianPostgres {
  readonly url: string;
  readonly version: string;
  close(): Promise<void>;
}

/** A cluster of the PostgreSQL that Debian's package brings; undefined where it is not installed. */
export async function startDebianPostgres(): Promise<DebianPostgres | undefined> {
  const versions = await readdir(home).catch(() => []);
  const version = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (version === undefined) return undefined;
  const bin = join(home, version, 'bin');
  const user = process.getuid?.() === 0 ? { uid: await idOf('-u'), gid: await idOf('-g') } : {};
  const folder = await mkdtemp(join(tmpdir(), 'manabook-debian-'));
  await chmod(folder, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = ['-D', data, '-U', 'school', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  await run(join(bin, 'initdb'), options, { ...user, cwd: folder });
  const port = await freePort();
  const settings = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  for await (const chunk of server.stderr as AsyncIterable<Buffer>)
    if (chunk.toString().includes('ready to accept connections')) break;
  const admin = new Client({ connectionString: `postgresql://school@127.0.0.1:${port}/postgres` });
  await admin.connect();
  await admin.query('create database school');
  await admin.end();
  return {
    url: `postgresql://school@127.0.0.1:${port}/school`,
    version,
    async close() {
      server.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const idOf = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
