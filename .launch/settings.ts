import { LaunchProblem } from './problem.mjs';

/** What the environment says about what to start, and where. */
export interface Settings {
  readonly port: number;
  readonly host: string | undefined;
  readonly apiPort: number;
  readonly apiHost: string;
  /** An /api that somebody else runs: neither API nor database is started. */
  readonly apiUrl: string | undefined;
  /** A PostgreSQL that somebody else runs. */
  readonly databaseUrl: string | undefined;
  readonly publicUrl: string;
  readonly demoData: 'on' | 'off';
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  // An empty variable, as compose files leave them, is one that was not set.
  const text = (name: string) => env[name]?.trim() || undefined;
  const port = portOf('PORT', text('PORT'), 4000);
  const apiPort = portOf('API_PORT', text('API_PORT'), 4001);
  if (port === apiPort && !text('API_URL')) throw new LaunchProblem(`PORT and API_PORT are both ${port}.`);
  const demoData = text('DEMO_DATA') ?? (text('DATABASE_URL') ? 'off' : 'on');
  if (demoData !== 'on' && demoData !== 'off') throw new LaunchProblem('DEMO_DATA is either "on" or "off".');
  return {
    port,
    host: text('HOST'),
    apiPort,
    apiHost: text('API_HOST') ?? '127.0.0.1',
    apiUrl: text('API_URL'),
    databaseUrl: text('DATABASE_URL'),
    publicUrl: (text('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    demoData,
  };
}

function portOf(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new LaunchProblem(`${name} is "${text}", which is no port. Ports are whole numbers from 1 to 65535.`);
}
