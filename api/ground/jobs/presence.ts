import type { Logger } from 'pino';
import { lockClasses } from '#api/ground/db/advisory-locks.ts';
import { type HeldLock, holdLock } from '#api/ground/db/held-lock.ts';

/** Marks an API that does no jobs, and so has no worker, as alive for commands. */
export function showApi(url: string, logger: Logger): HeldLock {
  const statement = { text: 'select pg_advisory_lock_shared($1, 0)', values: [lockClasses.apisWithoutJobs] };
  return holdLock({ url, statement, logger });
}

/** Marks a worker as alive for other processes. */
export function showPresence(url: string, worker: string, logger: Logger): HeldLock {
  const statement = { text: 'select pg_advisory_lock($1, hashtext($2))', values: [lockClasses.workers, worker] };
  return holdLock({ url, statement, logger });
}
