import type { Services } from '#api/services.ts';

/** What a task may want to know about the run it is in. */
export interface JobRun {
  /** 1 for the first try; a process that died in mid-job has used its try up. */
  readonly attempt: number;
  /** After this one nobody tries again. */
  readonly lastAttempt: boolean;
  /** Aborts when the process is about to end. */
  readonly signal: AbortSignal;
}

/**
 * A piece of work outside a request. It may run twice (its process may die before the queue hears of its end), so
 * doing it again must do no harm; when it throws, it is tried again, later each time. Payloads travel as JSON and stay
 * in the database until the job is done: ids, never secrets.
 */
export type Task<Payload> = (services: Services) => (payload: Payload, run: JobRun) => Promise<void>;
