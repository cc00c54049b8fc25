import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

// In bytes, and in milliseconds.
const together = 4_096;
const latest = 100;

/** JSON lines on stdout, unless told where. What is logged is named here and there by hand; requests and headers never go in whole. */
export function createLog(level: string, destination: DestinationStream = toStdout()): Logger {
  return pino({ level, base: { service: 'gateway' }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

// No answer waits for its line to be written: lines go together, and the last ones at the exit.
const toStdout = () => pino.destination({ sync: false, minLength: together, periodicFlush: latest });
