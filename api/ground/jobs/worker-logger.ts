import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/**
 * The queue's own log, through ours. Its texts about jobs repeat what an error says, values included; the runner logs
 * jobs by itself, so of these lines only what concerns the queue is kept.
 */
export function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta !== undefined && 'job' in meta) return;
    const line = { err: meta?.error };
    // Its errors are lost connections, which it mends.
    if (['error', 'warning'].includes(level)) logger.warn(line, `jobs: ${firstLine(message)}`);
    else logger.debug(`jobs: ${firstLine(message)}`);
  });
}

const firstLine = (message: string): string => message.split('\n', 1)[0] ?? '';
