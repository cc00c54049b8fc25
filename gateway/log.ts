import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { withoutValues } from './faults/without-values.ts';

// In bytes, and in milliseconds.
const together = 8_192;
const latest = 100;

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

// No answer waits for its line to be written: lines go together, and the last ones at the exit. One stream for all logs
// of a process: pino flushes each stream ten times a second, even without lines.
let stdout: DestinationStream | undefined;
const toStdout = (): DestinationStream =>
  (stdout ??= pino.destination({ sync: false, minLength: together, periodicFlush: latest }));
