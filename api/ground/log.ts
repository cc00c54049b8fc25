import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';

// Buffers log lines (bytes and milliseconds), so that no answer waits for its line; the rest is written at exit.
const together = { sync: false, minLength: 8_192, periodicFlush: 100 };

// One stream for all logs of a process: pino flushes each stream ten times a second, even without lines.
let stdout: DestinationStream | undefined;
const toStdout = (): DestinationStream => (stdout ??= pino.destination(together));

/** The process that a line is from. */
export type Service = 'api' | 'worker';

interface LogOptions {
  readonly service?: Service;
  readonly destination?: DestinationStream;
}

/** A log of JSON lines, on stdout by default. Errors are logged without the values that caused them. */
export function createLog(level: string, { service = 'api', destination = toStdout() }: LogOptions = {}): Logger {
  const fields = { base: { service }, timestamp: pino.stdTimeFunctions.isoTime };
  return pino({ level, ...fields, serializers: { err: loggedError } }, destination);
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly query?: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

// A query's values may hold hash codes and e-mails, and drizzle and PostgreSQL put them into error messages.
function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown' };
  return {
    type: error.name,
    ...(error instanceof DrizzleQueryError
      ? { message: error.cause?.message ?? 'The query failed', query: error.query }
      : { message: error.message }),
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    stack: framesOf(error),
    cause: error.cause === undefined ? undefined : loggedError(error.cause),
  };
}

// A stack begins with the message.
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');
