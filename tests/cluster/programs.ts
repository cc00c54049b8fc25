import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const patienceMs = 90_000;
/** In characters. */
const longestSaid = 2_000;

/** Asks again and again until the answer is as wanted. A program that ends meanwhile gives its own reason. */
export async function until(what: string, isSo: () => Promise<boolean>, program?: Program): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await delay(50)) {
    if (await isSo().catch(() => false)) return;
    if (program && program.child.exitCode !== null) throw new Error(`${what} ended: ${program.said()}`);
    if (Date.now() > end) throw new Error(`${what} did not come`);
  }
}

interface Program {
  readonly child: ChildProcess;
  /** The end of what it wrote to its error stream. */
  readonly said: () => string;
}

const children: ChildProcess[] = [];
// A run that breaks off before it can stop them leaves none behind.
process.once('exit', () => children.forEach((child) => child.kill('SIGTERM')));

function startAs(user: string, command: string, args: readonly string[]): Program {
  const child = spawn('runuser', ['-u', user, '--', command, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-longestSaid)));
  children.push(child);
  return { child, said: () => said };
}

/** Ends them in the order opposite to their start. */
export async function stopPrograms(): Promise<void> {
  for (const child of children.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
}

async function programs(): Promise<(name: string) => string> {
  const [version = ''] = (await readdir('/usr/lib/postgresql')).sort().reverse();
  return (name) => join('/usr/lib/postgresql', version, 'bin', name);
}

/** Debian's PostgreSQL with an empty database; gives its address. */
export async function startPostgres(folder: string, port: number): Promise<string> {
  const program = await programs();
  const data = join(folder, 'postgres');
  await mkdir(data);
  await chownTo('postgres', folder, data);
  const init = ['-D', data, '-U', 'manabook', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await run('runuser', ['-u', 'postgres', '--', program('initdb'), ...init]);
  const server = startAs('postgres', program('postgres'), [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    data,
  ]);
  const at = ['-h', '127.0.0.1', '-p', String(port), '-U', 'manabook'];
  await until('PostgreSQL', () => run('psql', [...at, '-d', 'postgres', '-c', 'select 1']).then(() => true), server);
  await run('psql', [...at, '-d', 'postgres', '-c', 'create database manabook']);
  return `postgresql://manabook@127.0.0.1:${port}/manabook`;
}

/** A read replica of that one, by PostgreSQL's own streaming replication. */
export async function startReplica(folder: string, { port, postgres }: { port: number; postgres: number }) {
  const program = await programs();
  const data = join(folder, 'replica');
  const from = ['-h', '127.0.0.1', '-p', String(postgres), '-U', 'manabook', '--checkpoint=fast'];
  await run('runuser', [
    '-u',
    'postgres',
    '--',
    program('pg_basebackup'),
    ...from,
    '-D',
    data,
    '--write-recovery-conf',
  ]);
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data, '-c', 'hot_standby_feedback=on'];
  const server = startAs('postgres', program('postgres'), options);
  const { child } = server;
  const at = ['-h', '127.0.0.1', '-p', String(port), '-U', 'manabook', '-d', 'manabook'];
  await until('the replica', () => run('psql', [...at, '-c', 'select 1']).then(() => true), server);
  const url = `postgresql://manabook@127.0.0.1:${port}/manabook`;
  return { url, end: async () => void (child.kill('SIGTERM') && (await once(child, 'exit'))) };
}

/** PgBouncer by docs/pgbouncer.ini, with other addresses; gives its address, and whether it keeps prepared statements. */
export async function startPgBouncer(folder: string, { port, postgres }: { port: number; postgres: number }) {
  const text = (await readFile('docs/pgbouncer.ini', 'utf8'))
    .replace('port=5432', `port=${postgres} user=manabook`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/auth_type.*\nauth_file.*/, 'auth_type = any');
  const file = join(folder, 'pgbouncer.ini');
  const isPrepared = await keepsPrepared();
  await writeFile(file, isPrepared ? text.replace(/^;(?=max_prepared_statements)/m, '') : text);
  await chownTo('postgres', file);
  const pooler = startAs('postgres', pgbouncer, [file]);
  const at = ['-h', '127.0.0.1', '-p', String(port), '-U', 'manabook', '-d', 'manabook'];
  await until('PgBouncer', () => run('psql', [...at, '-c', 'select 1']).then(() => true), pooler);
  return { url: `postgresql://manabook@127.0.0.1:${port}/manabook`, isPrepared };
}

const pgbouncer = '/usr/sbin/pgbouncer';

/** PgBouncer has `max_prepared_statements` since 1.21. */
async function keepsPrepared(): Promise<boolean> {
  const { stdout } = await run(pgbouncer, ['--version']);
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

export interface Balanced {
  readonly port: number;
  readonly upstreams: readonly number[];
}

/** nginx by docs/nginx.conf, without TLS and with several servers behind each port. */
export async function startNginx(folder: string, sites: readonly Balanced[]): Promise<void> {
  const site = (await readFile('docs/nginx.conf', 'utf8')).split('server {').at(-1) ?? '';
  const location = site.slice(site.indexOf('client_max_body_size'), site.lastIndexOf('}'));
  const blocks = sites.map(
    ({ port, upstreams }) => `upstream balanced_${port} {
      zone balanced_${port} 64k;
      ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=1 fail_timeout=1s;`).join(' ')}
      keepalive 64; keepalive_timeout 60s; }
    server { listen 127.0.0.1:${port}; ${location.replaceAll('http://manabook', `http://balanced_${port}`)} }`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/nginx-${name};`)
    .join(' ');
  const text = `daemon off; user root; pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log; worker_processes 2;
    events { worker_connections 1024; } http { log_format sent '$upstream_addr $status';
    access_log ${sentLog(folder)} sent; ${temporary} ${blocks.join('\n')} }`;
  await writeFile(join(folder, 'nginx.conf'), text);
  startAs('root', '/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
}

const sentLog = (folder: string) => join(folder, 'nginx-sent.log');

/** How many requests of nginx the server on a port has answered so far; those that failed there are not counted. */
export async function answeredThroughNginx(folder: string, port: number): Promise<number> {
  const lines = (await readFile(sentLog(folder), 'utf8')).split('\n');
  return lines.filter((line) => line.endsWith(`127.0.0.1:${port} 200`)).length;
}

async function chownTo(user: string, ...paths: readonly string[]): Promise<void> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)),
  );
  for (const path of paths) await chown(path, uid ?? 0, gid ?? 0);
}

/** So many different ports of 127.0.0.1 that are free now: all are held until the last is known. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const held = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(held.map((server) => once(server, 'listening')));
  const ports = held.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(held.map((server) => once(server.close(), 'close')));
  return ports;
}
