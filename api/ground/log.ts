import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';
import { logLines } from './log-lines.ts';

/** The process that a line is from. */
export type Service = 'api' | 'worker';

interface LogOptions {
  readonly service?: Service;
  readonly destination?: DestinationStream;
}

/** A log of JSON lines, on stdout by default. Errors are logged without the values that caused them. */
export function createLog(level: string, { service = 'api', destination = logLines() }: LogOptions = {}): Logger {
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
