import { z } from 'zod';

/**
 * A kind of work outside a request, declared beside its domain: the name under which the queue stores it, and what its
 * payload holds. Payloads travel as JSON and stay in the database until the job is done: ids, never secrets.
 */
export interface Job<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
}

export const declareJob = <Payload>(name: string, payload: z.ZodType<Payload>): Job<Payload> => ({ name, payload });

/** A job that the clock starts: its payload says nothing. */
export type ClockJob = Job<Record<string, never>>;

export const declareClockJob = (name: string): ClockJob => declareJob(name, z.object({}));

/** What a handler may want to know about the run it is in. */
export interface JobRun {
  /** 1 for the first try; a process that died in mid-job has used its try up. */
  readonly attempt: number;
  /** After this one nobody tries again. */
  readonly lastAttempt: boolean;
  /** Aborts when the process is about to end. */
  readonly signal: AbortSignal;
}

/** Does the jobs of one name. */
export interface JobHandler {
  readonly name: string;
  readonly run: (payload: unknown, run: JobRun) => Promise<void>;
}

/**
 * Says what does a job. The work may run twice (its process may die before the queue hears of its end), so doing it again
 * must do no harm; when it throws, it is tried again, later each time.
 */
export const handleJob = <Payload>(
  { name, payload }: Job<Payload>,
  work: (payload: Payload, run: JobRun) => Promise<unknown>,
): JobHandler => ({
  name,
  async run(given, run) {
    await work(payload.parse(given), run);
  },
});
