import type { Logger } from 'pino';
import { type HeldLock, holdLock } from '#api/ground/db/held-lock.ts';

/** The first half of the advisory locks by which workers show that they live. */
export const presenceLocks = 7_232_028;

/** Shows the other processes that a worker lives. */
export function showPresence(url: string, worker: string, logger: Logger): HeldLock {
  const statement = { text: 'select pg_advisory_lock($1, hashtext($2))', values: [presenceLocks, worker] };
  return holdLock({ url, statement, logger });
}
