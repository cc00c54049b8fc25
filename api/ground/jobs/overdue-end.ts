import type { EventEmitter } from 'node:events';

/** How long the queue may take to stop. After five seconds of it, the queue tells its jobs to stop. */
const endMs = 15_000;

/**
 * Rejects when the queue (graphile-worker) has begun to stop and has not stopped in time. When its connections are cut
 * while it writes the result of a job, the queue stops by itself and waits for ever: no job would be worked on any more.
 */
export const overdueEnd = (events: EventEmitter): Promise<never> =>
  new Promise((_, reject) => {
    events.once('pool:gracefulShutdown', () => {
      setTimeout(() => reject(new Error('The job queue began to stop and did not stop')), endMs).unref();
    });
  });
