import { z } from 'zod';

/**
 * A kind of background job, declared in its domain: the name that the queue stores, and the schema of its payload.
 * Payloads are JSON in the database until the job is done: ids, never secrets.
 */
export interface Job<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
}

export const declareJob = <Payload>(name: string, payload: z.ZodType<Payload>): Job<Payload> => ({ name, payload });

/** A scheduled job, whose payload is empty. */
export type ClockJob = Job<Record<string, never>>;

export const declareClockJob = (name: string): ClockJob => declareJob(name, z.object({}));

/** A failure that no further attempt changes: the job ends with a line in the log, and is not kept as a failed one. */
export class FinalFailure extends Error {}

/** The current run of a job. */
export interface JobRun {
  /** 1 for the first attempt; a crash of the process counts as an attempt. */
  readonly attempt: number;
  /** There is no further attempt. */
  readonly lastAttempt: boolean;
  /** Aborts when the process is about to end. */
  readonly signal: AbortSignal;
}

/** The handler of the jobs with one name. */
export interface JobHandler {
  readonly name: string;
  readonly run: (payload: unknown, run: JobRun) => Promise<void>;
}

/**
 * Binds a handler to a job. The work must be idempotent, since it runs again when its process dies before the queue
 * records the end. When it throws, it is retried with growing pauses.
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
