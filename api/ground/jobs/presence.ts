import type { Logger } from 'pino';
import { type HeldLock, holdLock } from '#api/ground/db/held-lock.ts';

/** The first key of the advisory locks that mark live workers. */
export const presenceLocks = 7_232_028;

/** Marks a worker as alive for other processes. */
export function showPresence(url: string, worker: string, logger: Logger): HeldLock {
  const statement = { text: 'select pg_advisory_lock($1, hashtext($2))', values: [presenceLocks, worker] };
  return holdLock({ url, statement, logger });
}
