import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Services } from '#api/services.ts';
import type { Task } from './task.ts';

/** The tasks as the queue calls them: each run is logged by name, without what it works on. */
export function taskList(tasks: Readonly<Record<string, Task<never>>>, services: Services): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, logged(name, task(services), services)]),
  );
}

type Run = ReturnType<Task<never>>;

function logged(task: string, run: Run, { logger }: Services) {
  return async (payload: unknown, { job, abortSignal: signal }: JobHelpers): Promise<void> => {
    const { id, attempts: attempt } = job;
    const lastAttempt = attempt >= job.max_attempts;
    const started = performance.now();
    try {
      // Jobs are written by `jobs.add` alone, which is typed by the same tasks.
      await run(payload as never, { attempt, lastAttempt, signal });
      logger.info({ task, job: id, attempt, ms: Math.round(performance.now() - started) }, 'job done');
    } catch (error) {
      const line = { err: error, task, job: id, attempt };
      if (lastAttempt) logger.error(line, 'job failed for good');
      else logger.warn(line, 'job failed and will be tried again');
      // The queue keeps the message in its table; the words of an error may hold addresses and tokens.
      throw new Error(error instanceof Error ? error.name : 'Error');
    }
  };
}
