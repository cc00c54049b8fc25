import type { EventEmitter } from 'node:events';

/** How long the queue may take over its end: it tells jobs to stop after five seconds of it. */
const endMs = 15_000;

/**
 * Rejects when the queue has begun to end and is not through with it in time. Where its connections are cut while it
 * tells the database of a job, it ends by itself and waits for ever on the way: nobody would work on jobs any more.
 */
export const overdueEnd = (events: EventEmitter): Promise<never> =>
  new Promise((_, reject) => {
    events.once('pool:gracefulShutdown', () => {
      setTimeout(() => reject(new Error('The queue did not come to its end')), endMs).unref();
    });
  });
