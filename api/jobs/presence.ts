import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';

/** The first half of the advisory locks by which workers show that they live. */
export const presenceLocks = 7_232_028;

const pauseMs = 500;

/**
 * Shows the other processes that a worker lives: a lock on a connection of its own, which PostgreSQL frees when the
 * process dies, however it dies. After a restart of the database it is taken again at once.
 */
export interface Presence {
  /** Resolves when the lock is held. */
  readonly shown: Promise<void>;
  end(): Promise<void>;
}

export function showPresence(url: string, worker: string, logger: Logger): Presence {
  let ended = false;
  let connection: Client | undefined;
  let tellShown = () => {};
  const shown = new Promise<void>((resolve) => (tellShown = resolve));

  const hold = async (): Promise<void> => {
    while (!ended) {
      const client = new Client({ connectionString: url, application_name: 'manabook jobs', keepAlive: true });
      const lost = new Promise<void>((resolve) => client.once('end', resolve));
      client.on('error', (error) => logger.debug({ err: error }, 'jobs: lost the connection that shows we live'));
      connection = client;
      try {
        await client.connect();
        await client.query('select pg_advisory_lock($1, hashtext($2))', [presenceLocks, worker]);
        tellShown();
        if (ended) await client.end();
        await lost;
      } catch {
        await client.end().catch(() => {});
        if (!ended) await delay(pauseMs);
      }
    }
  };
  const holding = hold();

  return {
    shown,
    async end() {
      ended = true;
      // A worker that was told to end before it was shown waits no longer.
      tellShown();
      await connection?.end().catch(() => {});
      await holding;
    },
  };
}
