import { type Reader, readers } from '#schema/settings/setting.ts';
import { type Environment, readEnvironment, settingFaults } from '#schema/settings/read.ts';
import { LaunchProblem } from './problem.mjs';

/** What to start, and where, according to the environment. */
export interface Settings {
  readonly port: number;
  readonly host: string | undefined;
  readonly apiPort: number;
  readonly apiHost: string;
  readonly workerPort: number;
  readonly workerHost: string;
  /** The address of an external /api: no API, worker or database is started then. */
  readonly apiUrl: string | undefined;
  /** The address of an external PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly publicUrl: string;
  readonly demoData: 'on' | 'off';
}

/** Reads the settings of all processes that will start, so that all faults are reported before any starts. */
export function readSettings(env: Environment): Settings {
  const ours: readonly Reader[] = env.API_URL?.trim() ? ['launcher', 'gateway'] : readers;
  const faults = settingFaults(env, ours);
  if (faults.length > 0)
    throw new LaunchProblem(
      ['These settings cannot be used:', ...faults.map(({ sentence }) => `  ${sentence}`)].join('\n'),
    );
  const value = readEnvironment(env, 'launcher');
  const demo = value.DEMO_DATA ?? value.DATABASE_URL === undefined;
  return {
    port: value.PORT,
    // The demo's passwords are public, so it listens on this machine only unless HOST is set.
    host: value.HOST ?? (demo ? '127.0.0.1' : undefined),
    apiPort: value.API_PORT,
    apiHost: value.API_HOST,
    workerPort: value.WORKER_PORT,
    workerHost: value.WORKER_HOST,
    apiUrl: value.API_URL,
    databaseUrl: value.DATABASE_URL,
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
    demoData: demo ? 'on' : 'off',
  };
}
