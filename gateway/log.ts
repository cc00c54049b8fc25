import { pino } from 'pino';
import type { Logger } from 'pino';

/** JSON lines on stdout. What is logged is named here and there by hand; requests and headers never go in whole. */
export function createLog(level: string): Logger {
  return pino({ level, base: { service: 'gateway' }, timestamp: pino.stdTimeFunctions.isoTime });
}
