import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { FinalFailure, type JobHandler } from './job.ts';

/** The handlers in the queue's form. Each run is logged by name, without its payload. */
export const taskList = (handlers: readonly JobHandler[], logger: Logger): TaskList =>
  Object.fromEntries(handlers.map((handler) => [handler.name, logged(handler, logger)]));

function logged({ name: task, run }: JobHandler, logger: Logger) {
  return async (payload: unknown, { job, abortSignal: signal }: JobHelpers): Promise<void> => {
    const { id, attempts: attempt } = job;
    const lastAttempt = attempt >= job.max_attempts;
    const started = performance.now();
    try {
      await run(payload, { attempt, lastAttempt, signal });
      logger.info({ task, job: id, attempt, ms: Math.round(performance.now() - started) }, 'job done');
    } catch (error) {
      const line = { err: error, task, job: id, attempt };
      if (error instanceof FinalFailure) {
        logger.error(line, 'job given up: another attempt would fail too');
        return;
      }
      if (lastAttempt) logger.error(line, 'job failed for good');
      else logger.warn(line, 'job failed and will be tried again');
      // The queue stores the message, and an error's message may hold addresses and tokens.
      throw new Error(error instanceof Error ? error.name : 'Error');
    }
  };
}
