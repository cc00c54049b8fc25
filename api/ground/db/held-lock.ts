import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { keptAlive } from './kept-alive.ts';

const pauseMs = 500;

export interface HeldLock {
  /** Resolves when the lock is held. */
  readonly shown: Promise<void>;
  end(): Promise<void>;
}

export interface LockToHold {
  /** A direct address: a transaction pooler keeps no session, and with it no advisory lock. */
  readonly url: string;
  /** Takes the advisory lock. */
  readonly statement: { readonly text: string; readonly values: readonly (string | number)[] };
  readonly logger: Logger;
}

/**
 * Holds an advisory lock on its own connection as a sign of life for other processes: PostgreSQL frees the lock when
 * the process dies in any way. After a restart of the database the lock is taken again.
 */
export function holdLock({ url, statement, logger }: LockToHold): HeldLock {
  let hasEnded = false;
  let connection: Client | undefined;
  let tellShown = () => {};
  const shown = new Promise<void>((resolve) => (tellShown = resolve));

  const hold = async (): Promise<void> => {
    while (!hasEnded) {
      const client = new Client({ connectionString: url, application_name: 'manabook presence', ...keptAlive });
      const connectionLost = new Promise<void>((resolve) => client.once('end', resolve));
      client.on('error', (error) => logger.debug({ err: error }, 'lost the connection that shows we live'));
      connection = client;
      try {
        await client.connect();
        await client.query(statement.text, [...statement.values]);
        tellShown();
        if (hasEnded) await client.end();
        await connectionLost;
      } catch {
        await client.end().catch(() => {});
        if (!hasEnded) await delay(pauseMs);
      }
    }
  };
  const holding = hold();

  return {
    shown,
    async end() {
      hasEnded = true;
      // Callers that wait for the lock to be visible continue.
      tellShown();
      await connection?.end().catch(() => {});
      await holding;
    },
  };
}
