import type { EventEmitter } from 'node:events';

/** The time limit for the queue to stop, in milliseconds. After five seconds the queue aborts its jobs. */
const endMs = 15_000;

/**
 * Rejects when the queue (graphile-worker) does not stop in time. When its connections are cut while it stores a job's
 * result, the queue stops and waits for ever, and no job would run any more.
 */
export const overdueEnd = (events: EventEmitter): Promise<never> =>
  new Promise((_, reject) => {
    events.once('pool:gracefulShutdown', () => {
      setTimeout(() => reject(new Error('The job queue began to stop and did not stop')), endMs).unref();
    });
  });
