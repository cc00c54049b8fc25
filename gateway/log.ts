import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { withoutValues } from './faults/without-values.ts';

const bufferBytes = 8_192;
const flushMs = 100;

/** JSON lines, by default on stdout. Each line names its fields by hand, and never has whole requests or headers. */
export function createLog(level: string, destination: DestinationStream = toStdout()): Logger {
  const fields = { base: { service: 'gateway' }, timestamp: pino.stdTimeFunctions.isoTime };
  return pino({ level, ...fields, serializers: { err: loggedError } }, destination);
}

// A stack begins with the message, and a thrown value may contain anything.
function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack = '', cause } = error;
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
  return {
    type,
    message: withoutValues(message),
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    stack: frames.join('\n'),
    cause: cause === undefined ? undefined : loggedError(cause),
  };
}

// Answers do not wait for their log lines: lines are buffered and written together, the last ones at the exit. All logs
// of a process share one stream, since pino flushes each stream ten times a second, even without lines.
let stdout: DestinationStream | undefined;
const toStdout = (): DestinationStream =>
  (stdout ??= pino.destination({ sync: false, minLength: bufferBytes, periodicFlush: flushMs }));
