import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/**
 * Writes the queue's log lines to our log. Its lines about jobs repeat error texts with values, and the runner logs
 * jobs itself, so only lines about the queue are kept.
 */
export function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta !== undefined && 'job' in meta) return;
    const line = { err: meta?.error };
    // The queue's errors are lost connections, which it restores.
    if (['error', 'warning'].includes(level)) logger.warn(line, `jobs: ${firstLine(message)}`);
    else logger.debug(`jobs: ${firstLine(message)}`);
  });
}

const firstLine = (message: string): string => message.split('\n', 1)[0] ?? '';
