import { join } from 'node:path';
import { z } from 'zod';
import type { LaunchContext } from './context.ts';
import { LogFile } from './log-file.ts';
import { nodeFlags } from './node-flags.ts';
import { withOwnSecrets } from './own-secrets.ts';
import { localUrl } from './ports.ts';
import type { Unit } from './running.ts';
import { startService } from './service.ts';
import type { Settings } from './settings.ts';
import { firstRunLine, type Found, nothingFound, ReadyMessage } from './welcome.ts';

/** The servers as supervised units, with their environment. */
export interface Services {
  readonly api: Unit;
  readonly worker: Unit;
  readonly gateway: Unit;
  /** What the API reports about its database. */
  found(): Found;
}

export interface ServicesOptions extends Pick<LaunchContext, 'root' | 'dataDir' | 'given' | 'dev' | 'progress'> {
  readonly settings: Settings;
  /** Called when the API has written the settings file. */
  readonly onSettings: () => void;
  /** The database's current address. */
  readonly databaseUrl: () => string | undefined;
}

/** The API's message after it has written the settings file (api/app/setup/launcher.ts). */
const SettingsMessage = z.object({ type: z.literal('settings') });

const SOURCES = { api: 'api/app/main.ts', worker: 'api/app/worker/main.ts', gateway: 'gateway/main.ts' } as const;

export function createServices(options: ServicesOptions): Services {
  const { root, dataDir, given, dev, progress, settings, onSettings, databaseUrl } = options;
  let found: Found | undefined;
  // Without the settings file, which every server reads at its start.
  const environment = {
    ...given,
    NODE_ENV: dev ? 'development' : (process.env.NODE_ENV ?? 'production'),
    MANABOOK_ROOT: root,
    MANABOOK_DEV: dev ? '1' : '0',
    MANABOOK_RESTARTS: '1',
    DATA_DIR: dataDir,
    PORT: String(settings.port),
    HOST: settings.host,
    API_HOST: settings.apiHost,
    API_PORT: String(settings.apiPort),
    WORKER_HOST: settings.workerHost,
    WORKER_PORT: String(settings.workerPort),
    DEMO_DATA: settings.demoData,
  };
  const logOf = (name: string) => new LogFile(join(dataDir, 'logs', `${name}.log`));
  const argsOf = (name: keyof typeof nodeFlags) => [
    ...nodeFlags[name],
    ...(dev ? ['--import', 'tsx', SOURCES[name]] : [join(root, 'dist', `${name}.js`)]),
  ];
  const logs = { api: logOf('api'), worker: logOf('worker'), gateway: logOf('gateway') };
  const common = { root, show: progress.line };

  const api: Unit = {
    name: 'The API',
    start: async () => {
      const running = startService({
        ...common,
        name: 'API',
        args: argsOf('api'),
        env: { ...withOwnSecrets(environment, 'api'), DATABASE_URL: databaseUrl() },
        log: logs.api,
        readyUrl: `${localUrl(settings.apiHost, settings.apiPort)}/readyz`,
        onMessage: (message) => SettingsMessage.safeParse(message).success && onSettings(),
      });
      const messageRead = running.firstMessage.then((message) => {
        const ready = ReadyMessage.safeParse(message);
        if (!ready.success) return;
        // A restarted API has invalidated the link that was printed before.
        if (found && ready.data.firstRun !== null) progress.line(firstRunLine(ready.data.firstRun));
        found = ready.data;
      });
      // The port may answer a moment before the message about the demo school.
      return { ...running, ready: running.ready.then(() => messageRead) };
    },
  };
  const worker: Unit = {
    name: 'The worker',
    start: async () =>
      startService({
        ...common,
        name: 'worker',
        args: argsOf('worker'),
        env: { ...withOwnSecrets(environment, 'worker'), DATABASE_URL: databaseUrl() },
        log: logs.worker,
        readyUrl: `${localUrl(settings.workerHost, settings.workerPort)}/readyz`,
      }),
  };
  const gateway: Unit = {
    name: 'The gateway',
    start: async () =>
      startService({
        ...common,
        name: 'gateway',
        args: argsOf('gateway'),
        env: withOwnSecrets(environment, 'gateway'),
        log: logs.gateway,
        // An external API may be down now, which must not stop the start.
        readyUrl: `${localUrl(settings.host, settings.port)}${settings.apiUrl ? '/healthz' : '/readyz'}`,
      }),
  };
  return { api, worker, gateway, found: () => found ?? nothingFound };
}
