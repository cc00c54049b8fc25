import { pino } from 'pino';

/** What log lines are written to, and flushed at once before the process ends. */
export interface LineDestination {
  write(text: string): void;
  flushSync(): void;
}

// In characters, and in milliseconds. A pipe takes 64 kB at once: a larger text would still be on its way at the exit.
const together = 16 * 1024;
const latest = 100;

/**
 * Collects lines and passes them on together. pino's own destination measures the whole text that waits for each further
 * line, which copies it: that took four kilobytes of memory a request and more of the garbage collector than the request.
 */
export function collectLines(to: LineDestination): LineDestination {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const passOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    length = 0;
    to.write(text);
  };
  return {
    write(line) {
      lines.push(line);
      length += line.length;
      if (length >= together) passOn();
      else timer ??= setTimeout(passOn, latest).unref();
    },
    flushSync() {
      passOn();
      to.flushSync();
    },
  };
}

let stdout: LineDestination | undefined;

/** The process's output. No answer waits for its line to be written; the last lines are written at the exit. */
export function linesToStdout(): LineDestination {
  if (stdout) return stdout;
  // A shorter text is not written at once: at the exit it would still be on its way. The flush there writes it.
  const manner = { sync: false, minLength: together, maxWrite: 2 * together, periodicFlush: latest };
  const lines = collectLines(pino.destination(manner));
  process.once('exit', () => lines.flushSync());
  return (stdout = lines);
}
