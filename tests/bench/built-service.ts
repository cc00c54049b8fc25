import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { build } from '#launch/build-steps.ts';
import { freePort } from '#tests/support/ports.ts';
import { type BuiltServer, startBuilt } from './processes.ts';

/** The built product as it runs in production: each part a process, on a PostgreSQL that keeps what it has said. */
export interface BuiltService {
  readonly url: string;
  /** The process of each part. */
  readonly pids: Readonly<Record<'gateway' | 'api' | 'worker' | 'postgres', number>>;
  /** Bytes that a server holds on to, garbage left out. */
  readonly held: Readonly<Record<'gateway' | 'api', BuiltServer['held']>>;
  /** A look at its database. */
  readonly database: Pool;
  readonly mediaFolder: string;
}

/** What has been started, ended last first; once, whoever asks, and also what is only just starting. */
class Started {
  readonly #stops: (() => Promise<unknown>)[] = [];
  #ending: Promise<void> | undefined;

  async add<Part>(starting: Promise<Part>, stop: (part: Part) => Promise<unknown>): Promise<Part> {
    this.#stops.unshift(() => starting.then(stop, () => undefined));
    return starting;
  }

  end(): Promise<void> {
    return (this.#ending ??= this.#endAll());
  }

  async #endAll(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }
}

/** Starts the product for as long as `work` takes; Ctrl-C ends it and all it has started. */
export async function withBuiltService(work: (service: BuiltService) => Promise<void>): Promise<void> {
  const progress = { line: console.log, step: <Value>(_text: string, step: () => Promise<Value>) => step() };
  await build({ root: process.cwd(), progress, wanted: 'all' });
  const started = new Started();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void started.end().finally(() => process.exit(130)));
  try {
    await work(await start(started));
  } finally {
    await started.end();
  }
}

async function start(started: Started): Promise<BuiltService> {
  const folder = await started.add(mkdtemp(join(tmpdir(), 'manabook-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const postgres = await started.add(startThrowAwayPostgres({ durable: true }), (server) => server.stop());
  const [port, apiPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const behind = { DATABASE_URL: postgres.url, DATA_DIR: folder, PUBLIC_URL: url, DEMO_DATA: 'on' };
  await migrate(behind);
  const stop = (server: { stop(): Promise<void> }) => server.stop();
  const api = await started.add(startBuilt('api', { ...behind, API_PORT: String(apiPort) }), stop);
  const worker = await started.add(startBuilt('worker', { ...behind, WORKER_PORT: String(workerPort) }), stop);
  // Many schools come from this one machine: a proxy in front says from which.
  const inFront = { API_URL: `http://127.0.0.1:${apiPort}`, PORT: String(port), PUBLIC_URL: url, HOST: '127.0.0.1' };
  const gateway = await started.add(startBuilt('gateway', { ...inFront, TRUST_PROXY: 'loopback' }), stop);
  const database = new Pool({ connectionString: postgres.url, max: 2 });
  // It is ended before the server it talks to.
  await started.add(Promise.resolve(database), (pool) => pool.end());
  const pids = { gateway: gateway.pid, api: api.pid, worker: worker.pid, postgres: postgres.pid };
  return { url, pids, held: { gateway: gateway.held, api: api.held }, database, mediaFolder: join(folder, 'media') };
}

async function migrate(settings: Readonly<Record<string, string>>): Promise<void> {
  const env = { PATH: process.env.PATH, MANABOOK_ROOT: process.cwd(), LOG_LEVEL: 'error', ...settings };
  const [code] = (await once(fork('dist/migrate.js', { execArgv: [], env, silent: true }), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the migrations ended with code ${code}`);
}
