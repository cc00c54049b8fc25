import { join } from 'node:path';
import { startEmbeddedPostgres } from '#api/ground/db/embedded/start.ts';
import { keepShort } from './log-file.ts';
import type { Unit } from './running.ts';

export interface DatabaseOptions {
  readonly dataDir: string;
  readonly say: (line: string) => void;
  /** Called with the database's address after each start. */
  readonly onUrl: (url: string) => void;
}

const LOG_CHECK_MS = 60_000;

/** The embedded PostgreSQL as a supervised unit. */
export function databaseUnit({ dataDir, say, onUrl }: DatabaseOptions): Unit {
  const logFile = join(dataDir, 'logs', 'postgres.log');
  setInterval(() => keepShort(logFile), LOG_CHECK_MS).unref();
  return {
    name: 'PostgreSQL',
    start: async () => {
      keepShort(logFile);
      const server = await startEmbeddedPostgres({ dataDir, logFile, owner: true, report: say });
      if (server.adopted) say('Using the PostgreSQL that is still running.');
      onUrl(server.url);
      return {
        pid: server.pid,
        ready: Promise.resolve(),
        exited: server.exited.then(() => 'has ended'),
        stop: () => server.stop(),
        // After its time limit, stopping is as fast as killing, and a clean end spares the next start its recovery.
        kill: () => void server.stop(),
      };
    },
  };
}
