import { type DestinationStream, pino } from 'pino';

// In bytes, and in milliseconds.
const together = 8_192;
const latest = 100;

/**
 * The open file `fd`, by default stdout, for a log. Lines are buffered, so that no answer waits for its line; the last ones are written at the exit. A timer
 * runs only while lines wait: pino's own writes ten times a second, also when there is nothing to write.
 */
export function logLines(fd = 1): DestinationStream & { flushSync(): void } {
  const stream = pino.destination({ dest: fd, sync: false, minLength: together });
  let timer: NodeJS.Timeout | undefined;
  let isFlushedAgain = false;
  let isClosed = false;
  const flushSoon = (): void => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      stream.flush();
    }, latest).unref();
  };
  stream.on('close', () => {
    isClosed = true;
    clearTimeout(timer);
  });
  // A flush during a write does nothing, so lines that came during the write need another one.
  stream.on('drain', () => {
    if (isFlushedAgain) return;
    isFlushedAgain = true;
    flushSoon();
  });
  return {
    write(line) {
      isFlushedAgain = false;
      stream.write(line);
      flushSoon();
    },
    flushSync: () => stream.flushSync(),
  };
}
