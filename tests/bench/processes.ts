import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { nodeFlags } from '#launch/node-flags.ts';
import { ENTRIES } from '#launch/build-steps.ts';
import { freePort } from '#tests/support/ports.ts';
import { programOf } from '#tests/support/programs.ts';
import type { Statement } from './recorded.ts';

/** A server in a process of its own, so that measuring it costs it nothing. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Bytes that it holds of the machine's memory. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

const tellMemory = pathToFileURL('tests/bench/tell-memory.mjs').href;

type Settings = Readonly<Record<string, string>>;

interface ApiManner {
  /** Another checkout whose source is run. */
  readonly root?: string | undefined;
  readonly stdout?: number;
}

/** The API, as `npm start` runs it, with more in its environment where given. */
export async function startApiProcess(
  databaseUrl: string,
  dataDir: string,
  more: Settings = {},
  { root, stdout }: ApiManner = {},
): Promise<Server> {
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    API_PORT: String(port),
    API_JOBS: 'on',
    // The benches sign in by the demo accounts.
    DEMO_DATA: 'on',
    ...more,
  };
  const file = root === undefined ? (await programOf('api')).file : ENTRIES.api;
  return startProcess(file, settings, { port, flags: nodeFlags.api, cwd: root, stdout });
}

/** One of the built servers, as the image runs it; it goes by what `settings` says of its port. */
export async function startBuilt(part: 'gateway' | 'api' | 'worker', settings: Settings): Promise<BuiltServer> {
  const child = fork(`dist/${part}.js`, {
    execArgv: ['--enable-source-maps', ...nodeFlags[part], '--expose-gc', '--import', tellMemory],
    env: { ...environment, MANABOOK_ROOT: process.cwd(), ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await Promise.race([once(child, 'message'), endedEarly(child, part)]);
  return { pid: pidOf(child), held: async () => (await told(child)).held, stop: () => stop(child) };
}

export interface BuiltServer extends Pick<Server, 'pid' | 'stop'> {
  /** Bytes that it holds on to, garbage left out. Collecting it takes its time and its pages of memory. */
  readonly held: () => Promise<number>;
}

async function endedEarly(child: ChildProcess, part: string): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`the ${part} ended with code ${code} before it served`);
}

/** Node's own HTTP around the recorded statements. */
export function startBareProcess(databaseUrl: string, cases: Record<string, Statement[]>): Promise<Server> {
  return startServer('tests/bench/bare-server.ts', { DATABASE_URL: databaseUrl }, cases);
}

/** A process that finds itself a port and tells of it; `message` is what it is to serve. */
export async function startServer(file: string, settings: Settings, message?: object): Promise<Server> {
  const child = start(file, settings);
  if (message) child.send(message);
  const [{ address }] = (await once(child, 'message')) as [{ address: { port: number } }];
  return serverAt(address.port, child);
}

/** A process that listens on the port it is told; `stdout` is where its lines go. */
export async function startProcess(
  file: string,
  settings: Settings,
  { port, ...manner }: Manner & { port: number },
): Promise<Server> {
  const child = start(file, settings, manner);
  await once(child, 'message');
  return serverAt(port, child);
}

const serverAt = (port: number, child: ChildProcess): Server => ({
  url: `http://127.0.0.1:${port}`,
  pid: pidOf(child),
  memory: async () => (await told(child)).memory,
  stop: () => stop(child),
});

const pidOf = ({ pid }: ChildProcess): number => {
  if (pid === undefined) throw new Error('a process could not be started');
  return pid;
};

const environment = { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'error' };

interface Manner {
  readonly stdout?: number | undefined;
  readonly flags?: readonly string[] | undefined;
  /** Where `file` is, and what it imports; here unless given. */
  readonly cwd?: string | undefined;
}

const start = (file: string, settings: Settings, { stdout, flags = [], cwd }: Manner = {}): ChildProcess =>
  fork(file, {
    cwd,
    // What is built starts in a third of the time without tsx, which would transform it once more.
    execArgv: [...flags, ...(file.endsWith('.ts') ? ['--import', 'tsx'] : []), '--import', tellMemory],
    env: { ...environment, ...settings },
    stdio: ['ignore', stdout ?? 'inherit', 'inherit', 'ipc'],
  });

async function told(child: ChildProcess): Promise<{ readonly memory: number; readonly held: number }> {
  const message = once(child, 'message');
  child.kill('SIGUSR2');
  const [memory] = (await message) as [{ memory: number; held: number }];
  return memory;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
